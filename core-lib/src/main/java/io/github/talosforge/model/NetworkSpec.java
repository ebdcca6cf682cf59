package io.github.talosforge.model;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * The nodes' subnet and the cluster's own networks.
 *
 * @param nodeCidr the subnet that the nodes are in
 * @param gateway the default route
 * @param vip the address that the control planes share
 * @param endpoint the Kubernetes API's URL, when it is not the shared address
 * @param podCidr the pods' network
 * @param serviceCidr the services' network
 * @param dnsDomain the cluster's DNS domain
 * @param dnsServers the nodes' name servers, IPv4 or IPv6
 * @param ntpServers the nodes' time servers, names or addresses
 */
public record NetworkSpec(
    CidrBlock nodeCidr,
    Optional<Ipv4Address> gateway,
    Optional<Ipv4Address> vip,
    Optional<URI> endpoint,
    CidrBlock podCidr,
    CidrBlock serviceCidr,
    DnsDomain dnsDomain,
    List<String> dnsServers,
    List<String> ntpServers) {

  /** Keeps own copies of the lists. */
  public NetworkSpec {
    dnsServers = List.copyOf(dnsServers);
    ntpServers = List.copyOf(ntpServers);
  }
}
