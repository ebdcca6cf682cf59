/** Backups of etcd: streamed from a member, proven, and kept in a folder beside what is known. */
@NullMarked
package io.github.talosforge.backup;

import org.jspecify.annotations.NullMarked;
