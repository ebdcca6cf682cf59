/** An Image Factory beside the cluster: schematics, versions, extensions and images. */
@NullMarked
package io.github.talosforge.simulator.factory;

import org.jspecify.annotations.NullMarked;
