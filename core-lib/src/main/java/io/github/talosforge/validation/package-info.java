/** What the files say, checked across fields, nodes and clusters: one class a rule. */
@NullMarked
package io.github.talosforge.validation;

import org.jspecify.annotations.NullMarked;
