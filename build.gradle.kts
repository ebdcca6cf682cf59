plugins {
    id("talosforge.formatted")
}
