/** A simulator for each JUnit 5 test, or for each test class. */
@NullMarked
package io.github.talosforge.simulator.junit;

import org.jspecify.annotations.NullMarked;
