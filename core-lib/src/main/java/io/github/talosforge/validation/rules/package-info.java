/** The rules: each class finds one kind of mistake, and {@code docs/findings.md} explains it. */
@NullMarked
package io.github.talosforge.validation.rules;

import org.jspecify.annotations.NullMarked;
