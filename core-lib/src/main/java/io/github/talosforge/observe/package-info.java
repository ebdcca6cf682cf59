/**
 * The live system as one look found it: records without behaviour that reaches outside, and who a
 * VM belongs to.
 */
@NullMarked
package io.github.talosforge.observe;

import org.jspecify.annotations.NullMarked;
