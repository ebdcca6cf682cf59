/** Talos' API over gRPC, with the TLS of the JDK because others know no Ed25519. */
@NullMarked
package io.github.talosforge.talos.grpc;

import org.jspecify.annotations.NullMarked;
