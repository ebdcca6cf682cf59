plugins {
    id("talosforge.published")
    id("talosforge.benchmarked")
}

description = "Talosforge: Talos Linux clusters on Proxmox VE, planned and applied without a state file."

dependencies {
    api(libs.jspecify)
    implementation(libs.jackson.databind)
    implementation(libs.jackson.yaml)
    implementation(libs.okhttp)
    implementation(libs.resilience4j.bulkhead)
    implementation(libs.resilience4j.circuitbreaker)
    implementation(libs.resilience4j.ratelimiter)
    implementation(libs.resilience4j.retry)

    testImplementation(project(":simulator"))
    testImplementation(libs.bouncycastle.pkix)
    testImplementation(libs.wiremock)
    testRuntimeOnly(libs.slf4j.nop)
}
