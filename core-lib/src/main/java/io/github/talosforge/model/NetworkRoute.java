package io.github.talosforge.model;

import java.util.Optional;

/**
 * A network that is reached through a gateway.
 *
 * @param network the network
 * @param gateway the router's address
 * @param metric how far away it counts as; the least one wins
 */
public record NetworkRoute(CidrBlock network, Ipv4Address gateway, Optional<Integer> metric) {}
