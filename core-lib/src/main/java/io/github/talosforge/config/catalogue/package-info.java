/**
 * Every key of the two files, declared once: name, place, kind, bounds, default and meaning.
 * Checking, merging, the search for the nearest key and the reference are made from it.
 */
@NullMarked
package io.github.talosforge.config.catalogue;

import org.jspecify.annotations.NullMarked;
