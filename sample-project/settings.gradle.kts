pluginManagement {
    includeBuild("..")
    repositories {
        mavenCentral()
    }
}

dependencyResolutionManagement {
    repositories {
        mavenCentral()
    }
}

// The simulator comes from the same build.
includeBuild("..")

rootProject.name = "sample-project"
