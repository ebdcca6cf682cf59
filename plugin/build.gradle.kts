plugins {
    id("talosforge.gradle-plugin")
}

description = "Gradle plugin for Talos Linux clusters on Proxmox VE."

dependencies {
    implementation(project(":core-lib"))
}

gradlePlugin {
    website = "https://github.com/talosforge/talosforge"
    vcsUrl = "https://github.com/talosforge/talosforge.git"
    plugins {
        create("talosforge") {
            id = "io.github.talosforge"
            displayName = "Talosforge"
            description = "Takes cluster.yaml and nodes.yaml to a running Talos Linux Kubernetes cluster on Proxmox VE."
            implementationClass = "io.github.talosforge.gradle.TalosforgePlugin"
        }
    }
}
