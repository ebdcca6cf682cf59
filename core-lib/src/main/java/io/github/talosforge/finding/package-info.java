/** What is wrong, doubtful or worth knowing about a user's files, and where. */
@NullMarked
package io.github.talosforge.finding;

import org.jspecify.annotations.NullMarked;
