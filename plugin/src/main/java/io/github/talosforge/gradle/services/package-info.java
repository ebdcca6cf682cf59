/** What tasks of one build share: clients and what was learnt through them. */
@NullMarked
package io.github.talosforge.gradle.services;

import org.jspecify.annotations.NullMarked;
