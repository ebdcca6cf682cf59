/** Who may do what: users, tokens, tickets, roles and the access control list. */
@NullMarked
package io.github.talosforge.simulator.auth;

import org.jspecify.annotations.NullMarked;
