// cluster.yaml and nodes.yaml beside this file are the cluster; nothing else has to be said.
plugins {
    id("io.github.talosforge")
}
