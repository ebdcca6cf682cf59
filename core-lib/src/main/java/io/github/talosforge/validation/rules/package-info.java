/** The rules: each class finds one kind of mistake; {@code docs/findings} explains them. */
@NullMarked
package io.github.talosforge.validation.rules;

import org.jspecify.annotations.NullMarked;
