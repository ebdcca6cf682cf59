/** Whether a Proxmox cluster is fit for what the files want, line by line; reads only. */
@NullMarked
package io.github.talosforge.doctor;

import org.jspecify.annotations.NullMarked;
