plugins {
    id("talosforge.published")
    id("talosforge.executable")
    id("talosforge.interop")
    id("talosforge.benchmarked")
    id("talosforge.protocol")
}

description = "Talosforge simulator: a Proxmox VE cluster on your laptop, for tests and first steps."

dependencies {
    api(libs.jspecify)
    implementation(libs.bouncycastle.pkix)
    implementation(libs.grpc.netty)
    implementation(libs.jackson.databind)
    implementation(libs.jackson.yaml)
    implementation(libs.netty.handler)
    implementation(libs.netty.http)
    compileOnly(libs.junit.jupiter.api)
}

application {
    mainClass = "io.github.talosforge.simulator.cli.Main"
}
