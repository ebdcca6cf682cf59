/**
 * What a cluster is: its nodes, their VMs, and the values these are made of. Every value type's
 * {@code of} states its grammar in the exception it throws.
 */
@NullMarked
package io.github.talosforge.model;

import org.jspecify.annotations.NullMarked;
