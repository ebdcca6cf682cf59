plugins {
    id("io.github.talosforge")
}
