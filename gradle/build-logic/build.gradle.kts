plugins {
    id("java-gradle-plugin")
}

dependencies {
    implementation(libs.asm.commons)
    implementation(libs.spotless.plugin)

    testImplementation(libs.assertj)
    testImplementation(libs.groovy)
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.kotlin.compiler)
    testImplementation(libs.junit.launcher)
}

sourceSets.test {
    java.srcDir("../skipped/java")
    resources.srcDir("../skipped/resources")
}

gradlePlugin {
    plugins {
        create("java") {
            id = "talosforge.java"
            implementationClass = "io.github.talosforge.conventions.JavaConventionsPlugin"
        }
        create("published") {
            id = "talosforge.published"
            implementationClass = "io.github.talosforge.conventions.PublishedConventionsPlugin"
        }
        create("gradlePlugin") {
            id = "talosforge.gradle-plugin"
            implementationClass = "io.github.talosforge.conventions.GradlePluginConventionsPlugin"
        }
        create("formatted") {
            id = "talosforge.formatted"
            implementationClass = "io.github.talosforge.conventions.FormattedConventionsPlugin"
        }
        create("executable") {
            id = "talosforge.executable"
            implementationClass = "io.github.talosforge.conventions.ExecutableConventionsPlugin"
        }
        create("interop") {
            id = "talosforge.interop"
            implementationClass = "io.github.talosforge.conventions.InteropConventionsPlugin"
        }
        create("reliability") {
            id = "talosforge.reliability"
            implementationClass = "io.github.talosforge.conventions.ReliabilityConventionsPlugin"
        }
        create("protocol") {
            id = "talosforge.protocol"
            implementationClass = "io.github.talosforge.conventions.ProtocolConventionsPlugin"
        }
        create("benchmarked") {
            id = "talosforge.benchmarked"
            implementationClass = "io.github.talosforge.conventions.BenchmarkedConventionsPlugin"
        }
    }
}

tasks.test {
    useJUnitPlatform()
    systemProperty("talosforge.repository", file("../..").path)
    systemProperty("talosforge.skippedTests", file("build/skipped/test.txt").path)
    systemProperty("talosforge.oneTestProcess", "true")
    outputs.file("build/skipped/test.txt").optional()
    inputs.files(fileTree("../..") {
        include("**/*.gradle.kts", "gradlew", "gradle/bootstrap/**", "gradle/wrapper/**")
        exclude("**/build/**", "**/.gradle/**")
    })
}
