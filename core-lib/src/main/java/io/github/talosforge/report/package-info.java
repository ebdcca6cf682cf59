/** One run as one page for people: values in, HTML out. */
@NullMarked
package io.github.talosforge.report;

import org.jspecify.annotations.NullMarked;
