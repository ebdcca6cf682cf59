package io.github.talosforge.validation;

import static io.github.talosforge.validation.RuleExample.cluster;
import static io.github.talosforge.validation.RuleExample.node;

import io.github.talosforge.fixture.ClusterFixture;
import io.github.talosforge.model.AddressWish;
import io.github.talosforge.model.CidrBlock;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.NodeRole;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Addresses, networks and endpoints. */
final class NetworkExamples {
  private NetworkExamples() {}

  private static Consumer<ClusterFixture> vip(String address) {
    return c -> c.vip = Optional.of(Ipv4Address.of(address));
  }

  private static Consumer<ClusterFixture> gateway(String address) {
    return c -> c.gateway = Optional.of(Ipv4Address.of(address));
  }

  private static Consumer<ClusterFixture> endpoint(String url) {
    return c -> c.endpoint = Optional.of(URI.create(url));
  }

  static List<RuleExample> all() {
    return List.of(
        cluster(
            "TF-DUPLICATE-ADDRESS",
            c ->
                c.worker("a", n -> n.address("192.168.1.50"))
                    .worker("b", n -> n.address("192.168.1.50")),
            "Node b demands the address 192.168.1.50, which is node a's.",
            c ->
                c.worker("a", n -> n.address("192.168.1.50"))
                    .worker("b", n -> n.address("192.168.1.51"))),
        node(
            "TF-ADDRESS-OUTSIDE-SUBNET",
            n -> n.address("192.168.2.50"),
            "The address 192.168.2.50 of node odd is not in node_cidr 192.168.1.0/24.",
            n -> n.address("192.168.1.50")),
        cluster(
            "TF-ADDRESS-OUTSIDE-SUBNET",
            c ->
                c.pool(
                    "p",
                    NodeRole.WORKER,
                    3,
                    Optional.empty(),
                    Optional.of("192.168.1.254"),
                    n -> {}),
            "The address 192.168.2.0 of node p-3",
            c ->
                c.pool(
                    "p",
                    NodeRole.WORKER,
                    1,
                    Optional.empty(),
                    Optional.of("192.168.1.254"),
                    n -> {})),
        node(
            "TF-ADDRESS-NOT-A-HOST",
            n -> n.address("192.168.1.255"),
            "is the broadcast address",
            n -> n.address("192.168.1.254")),
        node(
            "TF-ADDRESS-NOT-A-HOST",
            n -> n.address("192.168.1.0"),
            "is the subnet's own",
            n -> n.address("192.168.1.2")),
        node(
            "TF-ADDRESS-IS-GATEWAY",
            n -> n.address("192.168.1.1"),
            "is the gateway's",
            n -> n.address("192.168.1.2")),
        node(
            "TF-ADDRESS-IS-VIP",
            n -> n.address("192.168.1.5"),
            "is the one that the control planes share",
            n -> n.address("192.168.1.6")),
        cluster(
            "TF-VIP-OUTSIDE-SUBNET",
            vip("192.168.2.5"),
            "The shared address 192.168.2.5 is none",
            vip("192.168.1.6")),
        cluster(
            "TF-VIP-IS-GATEWAY",
            vip("192.168.1.1"),
            "The shared address 192.168.1.1 is the gateway's.",
            vip("192.168.1.2")),
        cluster(
            "TF-GATEWAY-OUTSIDE-SUBNET",
            gateway("10.0.0.1"),
            "The gateway 10.0.0.1 is none",
            gateway("192.168.1.254")),
        cluster(
            "TF-GATEWAY-MISSING",
            c -> c.gateway = Optional.empty(),
            "have no gateway",
            c ->
                c.without().controlPlane("cp-1", n -> n.address = new AddressWish.Dhcp()).gateway =
                    Optional.empty()),
        cluster(
            "TF-DNS-SERVERS-MISSING",
            c -> c.dnsServers = List.of(),
            "have no name servers",
            c ->
                c.without()
                        .controlPlane("cp-1", n -> n.address = new AddressWish.Dhcp())
                        .dnsServers =
                    List.of()),
        cluster(
            "TF-NETWORKS-OVERLAP",
            c -> c.podCidr = CidrBlock.of("192.168.0.0/16"),
            "cluster_pod_cidr 192.168.0.0/16 and node_cidr 192.168.1.0/24 overlap.",
            c -> c.podCidr = CidrBlock.of("10.42.0.0/16")),
        cluster(
            "TF-NETWORKS-OVERLAP",
            c -> c.serviceCidr = CidrBlock.of("10.244.0.0/16"),
            "cluster_svc_cidr 10.244.0.0/16 and cluster_pod_cidr 10.244.0.0/16 overlap.",
            c -> c.serviceCidr = CidrBlock.of("10.43.0.0/16")),
        cluster(
            "TF-POD-CIDR-TOO-SMALL",
            c -> c.podCidr = CidrBlock.of("10.244.0.0/22"),
            "10.244.0.0/22 has 4 of them for 5 nodes",
            c -> c.podCidr = CidrBlock.of("10.244.0.0/21")),
        cluster(
            "TF-SERVICE-CIDR-TOO-LARGE",
            c -> c.serviceCidr = CidrBlock.of("172.0.0.0/11"),
            "is larger than the API server accepts",
            c -> c.serviceCidr = CidrBlock.of("172.16.0.0/12")),
        cluster(
            "TF-ENDPOINT-MISSING",
            c -> c.vip = Optional.empty(),
            "The 3 control planes have no address in common.",
            c -> {
              c.vip = Optional.empty();
              endpoint("https://k8s.example.org:6443").accept(c);
            }),
        cluster(
            "TF-ENDPOINT-MISSING",
            c ->
                c.without().controlPlane("cp-1", n -> n.address = new AddressWish.Dhcp()).vip =
                    Optional.empty(),
            "comes by DHCP",
            c -> c.without().controlPlane("cp-1").vip = Optional.empty()),
        cluster(
            "TF-ENDPOINT-NOT-HTTPS",
            endpoint("http://k8s.example.org:6443"),
            "is no URL of an API server",
            endpoint("https://k8s.example.org:6443")),
        cluster(
            "TF-IPV6-ENDPOINT",
            endpoint("https://[fd00::1]:6443"),
            "is an IPv6 address",
            endpoint("https://192.168.1.5:6443")),
        cluster(
            "TF-IPV6-SERVER",
            c -> c.dnsServers = List.of("192.168.1.1", "fd00::53"),
            "The server fd00::53 has an IPv6 address",
            c -> c.dnsServers = List.of("192.168.1.1")),
        cluster(
            "TF-API-URL-NOT-HTTPS",
            c -> c.apiUrls = List.of(URI.create("http://pve:8006")),
            "would send the API token without encryption",
            c -> c.apiUrls = List.of(URI.create("https://pve:8006"))),
        node(
            "TF-MTU-MIXED",
            n -> n.mtu = Optional.of(9000),
            "different MTUs: the default, 9000.",
            n -> n.mtu = Optional.empty()),
        node(
            "TF-EXTRA-NIC-SAME-SUBNET",
            n -> n.extraNics.add(n.nic(Optional.empty(), Optional.of("192.168.1.77/24"))),
            "has an address in node_cidr 192.168.1.0/24 too",
            n -> n.extraNics.add(n.nic(Optional.empty(), Optional.of("10.9.0.77/24")))),
        node(
            "TF-LINK-DOWN",
            n -> {
              n.linkDown = true;
              n.extraNics.add(n.nic(Optional.empty(), Optional.of("10.9.0.77/24")));
            },
            "has addresses, but link_down pulls its cable",
            n -> {
              n.linkDown = true;
              n.extraNics.add(n.nic(Optional.empty(), Optional.empty()));
            }),
        cluster(
            "TF-NODE-IP-SUBNETS",
            c -> c.nodeIpSubnets = List.of(CidrBlock.of("10.0.0.0/24")),
            "addresses of 10.0.0.0/24 only, but the nodes are in 192.168.1.0/24",
            c -> c.nodeIpSubnets = List.of(CidrBlock.of("192.168.0.0/16"))));
  }
}
