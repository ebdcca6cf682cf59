/** From a request to its answer: routing, login, rights, parameters, faults, effect. */
@NullMarked
package io.github.talosforge.simulator.server;

import org.jspecify.annotations.NullMarked;
