package io.github.talosforge.simulator.talos.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** A machine config that was decoded, with the answers that a node takes from it. */
public final class MachineConfig {
  private final String text;
  private final List<ConfigDecoder.Document> documents;
  private final JsonNode root;

  private MachineConfig(String text, List<ConfigDecoder.Document> documents) {
    this.text = text;
    this.documents = documents;
    this.root =
        documents("v1alpha1")
            .findFirst()
            .<JsonNode>map(ConfigDecoder.Document::content)
            .orElseGet(JsonNodeFactory.instance::objectNode);
  }

  /**
   * Decodes a config as one version of Talos does.
   *
   * @param text YAML documents
   * @param minor the minor version, for example 12
   * @return the config
   * @throws ConfigRefused when that version cannot decode it
   */
  public static MachineConfig decode(String text, int minor) {
    return new MachineConfig(text, new ConfigDecoder(minor).decode(text));
  }

  /** The text as it was given. */
  public String text() {
    return text;
  }

  /** Whether it has the document that makes a node leave maintenance mode. */
  public boolean isComplete() {
    return documents("v1alpha1").findAny().isPresent();
  }

  Stream<ConfigDecoder.Document> documents(String kind) {
    return documents.stream().filter(document -> document.kind().equals(kind));
  }

  JsonNode at(String pointer) {
    return root.at(pointer);
  }

  private String text(String pointer) {
    return root.at(pointer).asText("");
  }

  private static Stream<JsonNode> elements(JsonNode node) {
    return StreamSupport.stream(node.spliterator(), false);
  }

  private List<String> texts(String pointer) {
    return elements(root.at(pointer)).map(JsonNode::asText).toList();
  }

  /** {@code controlplane}, {@code worker}, or what else stands there. */
  public String type() {
    return text("/machine/type");
  }

  /** Whether it is for a control plane node. */
  public boolean isControlPlane() {
    return type().equals("controlplane") || type().equals("init");
  }

  /** The hostname that it sets, by document or by key. */
  public Optional<String> hostname() {
    return documents("HostnameConfig")
        .map(document -> document.content().path("hostname").asText(""))
        .filter(name -> !name.isEmpty())
        .findFirst()
        .or(() -> Optional.of(text("/machine/network/hostname")).filter(n -> !n.isEmpty()));
  }

  /** The name of the cluster. */
  public String clusterName() {
    String name = text("/cluster/clusterName");
    return name.isEmpty() ? "unnamed" : name;
  }

  /** The endpoint of the cluster. */
  public String endpoint() {
    return text("/cluster/controlPlane/endpoint");
  }

  /** What tells clusters apart for discovery. */
  public String clusterId() {
    return text("/cluster/id");
  }

  /** The token for the API certificates of workers. */
  public String machineToken() {
    return text("/machine/token");
  }

  /** The certificate of the Talos CA, PEM text; empty without. */
  public String machineCa() {
    return decoded("/machine/ca/crt");
  }

  /** The key of the Talos CA, PEM text; empty without. */
  public String machineCaKey() {
    return decoded("/machine/ca/key");
  }

  /** The certificate of the Kubernetes CA, PEM text; empty without. */
  public String kubernetesCa() {
    return decoded("/cluster/ca/crt");
  }

  /** The key of the Kubernetes CA, PEM text; empty without. */
  public String kubernetesCaKey() {
    return decoded("/cluster/ca/key");
  }

  /** The certificate of etcd's CA, PEM text; empty without. */
  public String etcdCa() {
    return decoded("/cluster/etcd/ca/crt");
  }

  private String decoded(String pointer) {
    try {
      return new String(Base64.getDecoder().decode(text(pointer)), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notBase64) {
      return "";
    }
  }

  /** Names and addresses that the node's certificate is for as well. */
  public List<String> machineNames() {
    return texts("/machine/certSANs");
  }

  /** Names and addresses that the API server's certificate is for as well. */
  public List<String> apiServerNames() {
    return texts("/cluster/apiServer/certSANs");
  }

  /** Whether the nodes of the cluster find each other through discovery. */
  public boolean discovers() {
    JsonNode discovery = root.at("/cluster/discovery");
    boolean service = !discovery.at("/registries/service/disabled").asBoolean(false);
    boolean kubernetes = !discovery.at("/registries/kubernetes/disabled").asBoolean(true);
    return discovery.path("enabled").asBoolean(false) && (service || kubernetes);
  }

  /** The shared address of the control plane nodes. */
  public Optional<String> vip() {
    Stream<String> old =
        interfaces()
            .flatMap(i -> Stream.concat(Stream.of(i), elements(i.path("vlans"))))
            .map(i -> i.at("/vip/ip").asText(""))
            .filter(ip -> !ip.isEmpty());
    Stream<String> documents = documents("Layer2VIPConfig").map(ConfigDecoder.Document::name);
    return Stream.concat(old, documents).findFirst();
  }

  Stream<JsonNode> interfaces() {
    return elements(root.at("/machine/network/interfaces"));
  }

  /**
   * The addresses that it gives to a link; they take the place of those of cloud-init.
   *
   * @param link the name of the link, for example {@code eth0}
   * @param mac its hardware address
   * @return addresses with prefix lengths
   */
  public List<String> addresses(String link, String mac) {
    List<String> addresses = new ArrayList<>();
    interfaces()
        .filter(i -> isFor(i, link, mac))
        .flatMap(i -> elements(i.path("addresses")))
        .forEach(address -> addresses.add(address.asText()));
    documents("LinkConfig")
        .filter(document -> document.name().equals(link))
        .flatMap(document -> elements(document.content().path("addresses")))
        .forEach(address -> addresses.add(address.path("address").asText()));
    return addresses;
  }

  private static boolean isFor(JsonNode device, String link, String mac) {
    JsonNode selector = device.path("deviceSelector");
    return device.path("interface").asText("").equals(link)
        || selector.path("hardwareAddr").asText("").equalsIgnoreCase(mac)
        || selector.path("permanentAddr").asText("").equalsIgnoreCase(mac)
        || selector.path("physical").asBoolean(false);
  }

  /** The disk to install to; empty when a selector says it. */
  public String installDisk() {
    return text("/machine/install/disk");
  }

  /** The selector of the disk to install to. */
  public JsonNode installSelector() {
    return root.at("/machine/install/diskSelector");
  }

  /** The installer image; empty without. */
  public String installImage() {
    return text("/machine/install/image");
  }

  /** Whether an install wipes the disk. */
  public boolean installWipes() {
    return root.at("/machine/install/wipe").asBoolean(false);
  }

  /** The version of the kubelet, when its image says it. */
  public Optional<String> kubernetesVersion() {
    return tag(text("/machine/kubelet/image"));
  }

  /** The version of the API server, when its image says it. */
  public Optional<String> controlPlaneVersion() {
    return tag(text("/cluster/apiServer/image"));
  }

  /**
   * The image that a part of Kubernetes runs from, where it says one.
   *
   * @param pointer the part, for example {@code /machine/kubelet}
   * @return the reference
   */
  public Optional<String> image(String pointer) {
    return Optional.of(text(pointer + "/image")).filter(image -> !image.isEmpty());
  }

  private static Optional<String> tag(String image) {
    int colon = image.lastIndexOf(':');
    return colon < 0 ? Optional.empty() : Optional.of(image.substring(colon + 1));
  }

  /** What it says of Kubernetes itself. */
  public KubernetesSettings kubernetes() {
    return new KubernetesSettings(root);
  }

  /** Whether control plane nodes take ordinary pods. */
  public boolean schedulesOnControlPlanes() {
    return root.at("/cluster/allowSchedulingOnControlPlanes").asBoolean(false)
        || root.at("/cluster/allowSchedulingOnMasters").asBoolean(false);
  }

  /** How long an administrator's kubeconfig is valid, as Go writes durations; empty: a year. */
  public String adminCertificateLifetime() {
    return text("/cluster/adminKubeconfig/certLifetime");
  }

  /** The expression that selects the disk of a system volume; null without. */
  public @Nullable String volumeSelector(String volume) {
    return documents("VolumeConfig")
        .filter(document -> document.name().equals(volume))
        .map(document -> document.content().at("/provisioning/diskSelector/match").asText(""))
        .filter(match -> !match.isEmpty())
        .findFirst()
        .orElse(null);
  }
}
