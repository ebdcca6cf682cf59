// cluster.yaml and nodes.yaml beside this file are the cluster; nothing else has to be said.
plugins {
    id("io.github.talosforge")
    // A Proxmox VE cluster on this machine, for a first look.
    id("io.github.talosforge.simulator")
}

// For a real Proxmox VE, begin with a folder of your own: the README's "On your own Proxmox VE".
