plugins {
    id("talosforge.published")
    id("talosforge.benchmarked")
    id("talosforge.interop")
    id("talosforge.protocol")
    id("talosforge.reliability")
}

description = "Talosforge: Talos Linux clusters on Proxmox VE, planned and applied without a state file."

tasks.processResources {
    from("../docs/schema") {
        into("io/github/talosforge/schema")
    }
}

dependencies {
    api(libs.jspecify)
    implementation(libs.bouncycastle.pkix)
    implementation(libs.grpc.okhttp)
    implementation(libs.jackson.databind)
    implementation(libs.jackson.yaml)
    implementation(libs.jagged.api)
    implementation(libs.jagged.framework)
    implementation(libs.jagged.x25519)
    implementation(libs.okhttp)
    implementation(libs.resilience4j.circuitbreaker)
    implementation(libs.resilience4j.ratelimiter)
    implementation(libs.resilience4j.retry)
    implementation(libs.snakeyaml)

    testImplementation(project(":simulator"))
    testImplementation(libs.json.schema.validator)
    testImplementation(libs.wiremock)
    testRuntimeOnly(libs.slf4j.nop)
}
