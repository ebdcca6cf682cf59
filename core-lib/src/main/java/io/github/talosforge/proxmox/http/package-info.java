/** The wire: requests, retries, fail-over, and the task poller on OkHttp and Resilience4j. */
@NullMarked
package io.github.talosforge.proxmox.http;

import org.jspecify.annotations.NullMarked;
