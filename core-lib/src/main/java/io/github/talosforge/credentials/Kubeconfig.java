package io.github.talosforge.credentials;

import io.github.talosforge.pki.CertificateAndKey;
import io.github.talosforge.pki.CertificateAuthority;
import io.github.talosforge.pki.PemCertificate;
import io.github.talosforge.pki.PemKey;
import io.github.talosforge.pki.PkiException;
import io.github.talosforge.yaml.UnreadableYamlException;
import io.github.talosforge.yaml.YamlList;
import io.github.talosforge.yaml.YamlMap;
import io.github.talosforge.yaml.YamlScalar;
import io.github.talosforge.yaml.YamlStyle;
import io.github.talosforge.yaml.YamlText;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A kubeconfig: clusters, users and contexts by which {@code kubectl} reaches clusters.
 *
 * <p>Entries and keys of others are carried along untouched.
 */
public final class Kubeconfig {
  private static final String CURRENT = "current-context";
  private static final String ADMIN = "admin";
  private static final String ADMIN_GROUP = "system:masters";

  private final YamlMap document;
  private final OwnText source;

  private Kubeconfig(YamlMap document, OwnText source) {
    this.document = document;
    this.source = source;
  }

  /** Makes a kubeconfig without entries. */
  public static Kubeconfig empty() {
    YamlList none = YamlList.of(List.of());
    YamlMap document =
        YamlMap.ofTexts(Map.of("apiVersion", "v1"))
            .with("clusters", none)
            .with("contexts", none)
            .with(CURRENT, YamlScalar.text(""))
            .with("kind", YamlScalar.text("Config"))
            .with("users", none);
    return new Kubeconfig(document, OwnText.none(YamlStyle.KUBERNETES));
  }

  /**
   * Reads a kubeconfig.
   *
   * @param file the name that errors give to the text
   * @param text the text
   * @return the kubeconfig
   * @throws CredentialsException if it is none
   */
  public static Kubeconfig parse(String file, String text) {
    try {
      if (text.isBlank()) {
        return empty();
      }
      YamlMap document = YamlText.read(file, text);
      return new Kubeconfig(document, OwnText.of(YamlStyle.KUBERNETES, document, text));
    } catch (UnreadableYamlException e) {
      throw new CredentialsException(e.getMessage(), e);
    }
  }

  /** Returns the name of the context that is used when none is named. */
  public Optional<String> currentContext() {
    return document.text(CURRENT).filter(name -> !name.isEmpty());
  }

  /** Returns the names of all contexts. */
  public List<String> contextNames() {
    return entries(Kind.CONTEXTS).names();
  }

  /**
   * Returns what a context leads to.
   *
   * @param name the context's name
   * @return the way in, or nothing if the context lacks a server or a certificate of its own
   */
  public Optional<KubernetesLogin> login(String name) {
    Optional<YamlMap> context = entries(Kind.CONTEXTS).find(name);
    Optional<YamlMap> cluster =
        context.flatMap(map -> map.text("cluster")).flatMap(entries(Kind.CLUSTERS)::find);
    Optional<YamlMap> user =
        context.flatMap(map -> map.text("user")).flatMap(entries(Kind.USERS)::find);
    Optional<String> server = cluster.flatMap(map -> map.text("server"));
    Optional<CertificateAndKey> client = user.flatMap(map -> client(name, map));
    if (server.isEmpty() || client.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new KubernetesLogin(
            URI.create(server.get()),
            cluster.flatMap(map -> authorities(name, map)).orElse(""),
            client.get(),
            cluster.flatMap(map -> map.text("proxy-url")).map(URI::create)));
  }

  private static Optional<String> authorities(String owner, YamlMap cluster) {
    String key = "certificate-authority-data";
    return cluster.text(key).map(text -> Base64Text.decode(owner, key, text));
  }

  private static Optional<CertificateAndKey> client(String owner, YamlMap user) {
    Optional<String> key = user.text("client-key-data");
    return user.text("client-certificate-data")
        .filter(certificate -> key.isPresent())
        .map(
            certificate ->
                new CertificateAndKey(
                    new PemCertificate(
                        Base64Text.decode(owner, "client-certificate-data", certificate)),
                    new PemKey(Base64Text.decode(owner, "client-key-data", key.orElse("")))));
  }

  /**
   * What became of a kubeconfig.
   *
   * @param config the kubeconfig
   * @param context the name of the cluster's context, which is not {@code admin@<cluster>} if
   *     another cluster has that
   */
  public record Updated(Kubeconfig config, String context) {}

  /**
   * Gives an administrator a context, or brings the one there is up to date; the cluster is not
   * asked.
   *
   * <p>A client certificate that is there stays as long as the same authority signed it for the
   * administrator and more than a quarter of its life is left, so that a second call changes
   * nothing.
   *
   * @param access where the cluster is and who signs for it
   * @param request how a new certificate is made
   * @return the new kubeconfig
   */
  public Updated with(KubernetesAccess access, ClientRequest request) {
    String name = freeName(access.cluster(), access.authority().certificate());
    CertificateAndKey client =
        login(ADMIN + "@" + name)
            .map(KubernetesLogin::client)
            .filter(known -> isGood(known, access.authority(), request))
            .orElseGet(
                () ->
                    CertificateAuthority.of(access.authority())
                        .kubernetesClient(
                            ADMIN,
                            ADMIN_GROUP,
                            request.now(),
                            request.lifetime(),
                            request.random()));
    YamlMap cluster =
        entries(Kind.CLUSTERS)
            .find(name)
            .orElse(YamlMap.of(Map.of()))
            .with(
                "certificate-authority-data",
                YamlScalar.text(Base64Text.encode(access.authorities())))
            .with("server", YamlScalar.text(access.server().toString()));
    return put(
        name,
        access
            .proxy()
            .map(proxy -> cluster.with("proxy-url", YamlScalar.text(proxy.toString())))
            .orElse(cluster),
        YamlMap.of(Map.of())
            .with("client-certificate-data", YamlScalar.text(client.certificate().base64()))
            .with("client-key-data", YamlScalar.text(client.key().base64())));
  }

  /**
   * Takes the cluster over from a kubeconfig that Talos sent.
   *
   * @param sent a kubeconfig with one context
   * @return the new kubeconfig
   * @throws CredentialsException if what was sent has no complete current context
   */
  public Updated with(Kubeconfig sent) {
    Optional<YamlMap> context = sent.currentContext().flatMap(sent.entries(Kind.CONTEXTS)::find);
    String cluster = context.flatMap(map -> map.text("cluster")).orElse("");
    Optional<YamlMap> found = sent.entries(Kind.CLUSTERS).find(cluster);
    Optional<YamlMap> user =
        context.flatMap(map -> map.text("user")).flatMap(sent.entries(Kind.USERS)::find);
    if (found.isEmpty() || user.isEmpty()) {
      throw new CredentialsException(
          "The kubeconfig that was sent has no context with a cluster and a user."
              + " Have the cluster send it again.",
          null);
    }
    String authorities = authorities(cluster, found.get()).orElse("");
    return put(freeName(cluster, new PemCertificate(authorities)), found.get(), user.get());
  }

  private Updated put(String name, YamlMap cluster, YamlMap user) {
    String admin = ADMIN + "@" + name;
    YamlMap context =
        entries(Kind.CONTEXTS)
            .find(admin)
            .orElse(
                YamlMap.ofTexts(Map.of("cluster", name))
                    .with("namespace", YamlScalar.text("default")))
            .with("cluster", YamlScalar.text(name))
            .with("user", YamlScalar.text(admin));
    boolean activate = !contextNames().contains(admin) || currentContext().isEmpty();
    YamlMap changed = entries(Kind.CLUSTERS).put(document, name, cluster);
    changed = entries(Kind.CONTEXTS).put(changed, admin, context);
    changed = entries(Kind.USERS).put(changed, admin, user);
    changed = activate ? changed.with(CURRENT, YamlScalar.text(admin)) : changed;
    return new Updated(new Kubeconfig(changed, source), admin);
  }

  private String freeName(String cluster, PemCertificate authority) {
    return FreeName.of(cluster, name -> isFree(name, authority));
  }

  private boolean isFree(String name, PemCertificate authority) {
    Optional<YamlMap> taken = entries(Kind.CLUSTERS).find(name);
    return taken.isEmpty()
        || authorities(name, taken.get()).orElse("").contains(authority.text().strip());
  }

  private static boolean isGood(
      CertificateAndKey client, CertificateAndKey authority, ClientRequest request) {
    try {
      PemCertificate certificate = client.certificate();
      return certificate.commonNames().equals(List.of(ADMIN))
          && certificate.organizations().equals(List.of(ADMIN_GROUP))
          && !certificate.isDueForRenewal(request.now())
          && CertificateAuthority.of(authority).signed(certificate);
    } catch (PkiException e) {
      return false;
    }
  }

  /** Returns the text of the file. */
  public String text() {
    return source.of(document);
  }

  private NamedEntries entries(Kind kind) {
    return NamedEntries.of(document, kind.list, kind.value);
  }

  /** The three lists of a kubeconfig. */
  private enum Kind {
    CLUSTERS("clusters", "cluster"),
    CONTEXTS("contexts", "context"),
    USERS("users", "user");

    private final String list;
    private final String value;

    Kind(String list, String value) {
      this.list = list;
      this.value = value;
    }
  }

  @Override
  public String toString() {
    return "Kubeconfig" + contextNames();
  }
}
