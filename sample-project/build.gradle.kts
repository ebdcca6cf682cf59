// cluster.yaml and nodes.yaml beside this file are the cluster; nothing else has to be said.
plugins {
    id("io.github.talosforge")
    // A Proxmox VE cluster on this machine, for a first look.
    id("io.github.talosforge.simulator")
}

// A real Proxmox VE: remove the line with the simulator above, write
//     proxmox_api_url: https://pve1.lan:8006
// into cluster.yaml, and hand over a token as printRoleCommands makes it:
//     export PROXMOX_VE_API_TOKEN='talosforge@pve!sample=...'
