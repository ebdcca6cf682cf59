/**
 * What has to change so that the live system is what the files say. Pure code: the same files and
 * the same look at the system always give the same plan.
 */
@NullMarked
package io.github.talosforge.plan;

import org.jspecify.annotations.NullMarked;
