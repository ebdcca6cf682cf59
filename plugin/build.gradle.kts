plugins {
    id("talosforge.gradle-plugin")
    id("talosforge.benchmarked")
}

description = "Gradle plugin for Talos Linux clusters on Proxmox VE."

dependencies {
    add("bundled", project(":core-lib"))
    add("bundled", libs.jackson.databind)

    testImplementation(project(":simulator"))
    add("functionalTestImplementation", libs.json.schema.validator)
    add("functionalTestImplementation", libs.asm.commons)
    add("functionalTestImplementation", libs.kotlin.compiler)
    add("functionalTestNeighbour", libs.neighbour.jackson)
    add("functionalTestNeighbour", libs.neighbour.kotlin)
    add("functionalTestNeighbour", libs.neighbour.okhttp)
    add("functionalTestNeighbour", libs.neighbour.protobuf)
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
        create("simulator") {
            id = "io.github.talosforge.simulator"
            displayName = "Talosforge simulator"
            description = "Starts a simulated Proxmox VE cluster and points Talosforge at it."
            implementationClass = "io.github.talosforge.gradle.simulator.SimulatorPlugin"
        }
    }
}
