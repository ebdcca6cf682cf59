/** Which versions nodes run, which ones the files want, and what differs. */
@NullMarked
package io.github.talosforge.versions;

import org.jspecify.annotations.NullMarked;
