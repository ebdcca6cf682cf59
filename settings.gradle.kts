pluginManagement {
    includeBuild("gradle/build-logic")
    repositories {
        mavenCentral()
    }
}

dependencyResolutionManagement {
    repositories {
        mavenCentral()
    }
}

rootProject.name = "talosforge"

include("core-lib")
include("plugin")
include("simulator")
