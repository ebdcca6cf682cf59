plugins {
    id("talosforge.formatted")
}

tasks.check {
    dependsOn(gradle.includedBuild("build-logic").task(":check"))
}
