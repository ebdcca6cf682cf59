package io.github.talosforge.credentials;

import io.github.talosforge.pki.CertificateAndKey;
import io.github.talosforge.pki.CertificateAuthority;
import io.github.talosforge.pki.PemCertificate;
import io.github.talosforge.pki.PemKey;
import io.github.talosforge.pki.PkiException;
import io.github.talosforge.pki.TalosRole;
import io.github.talosforge.yaml.UnreadableYamlException;
import io.github.talosforge.yaml.YamlList;
import io.github.talosforge.yaml.YamlMap;
import io.github.talosforge.yaml.YamlScalar;
import io.github.talosforge.yaml.YamlStyle;
import io.github.talosforge.yaml.YamlText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A talosconfig: contexts by which {@code talosctl} reaches clusters.
 *
 * <p>Contexts and keys of others are carried along untouched.
 */
public final class Talosconfig {
  private static final String CONTEXT = "context";
  private static final String CONTEXTS = "contexts";

  private final YamlMap document;
  private final OwnText source;

  private Talosconfig(YamlMap document, OwnText source) {
    this.document = document;
    this.source = source;
  }

  /** Makes a talosconfig without contexts. */
  public static Talosconfig empty() {
    YamlMap document = YamlMap.ofTexts(Map.of(CONTEXT, "")).with(CONTEXTS, YamlMap.of(Map.of()));
    return new Talosconfig(document, OwnText.none(YamlStyle.TALOS));
  }

  /**
   * Reads a talosconfig.
   *
   * @param file the name that errors give to the text
   * @param text the text
   * @return the talosconfig
   * @throws CredentialsException if it is none
   */
  public static Talosconfig parse(String file, String text) {
    try {
      if (text.isBlank()) {
        return empty();
      }
      YamlMap document = YamlText.read(file, text);
      return new Talosconfig(document, OwnText.of(YamlStyle.TALOS, document, text));
    } catch (UnreadableYamlException e) {
      throw new CredentialsException(e.getMessage(), e);
    }
  }

  /** Returns the name of the context that is used when none is named. */
  public Optional<String> currentContext() {
    return document.text(CONTEXT).filter(name -> !name.isEmpty());
  }

  /** Returns the names of all contexts. */
  public Set<String> contextNames() {
    return contexts().entries().keySet();
  }

  /**
   * Returns a context.
   *
   * @param name its name
   * @return the context, or nothing if there is none of that name
   * @throws CredentialsException if its certificates are not PEM in base64
   */
  public Optional<TalosContext> context(String name) {
    return contexts().map(name).map(map -> context(name, map));
  }

  private static TalosContext context(String name, YamlMap map) {
    Optional<String> key = map.text("key");
    Optional<CertificateAndKey> client =
        map.text("crt")
            .filter(crt -> key.isPresent())
            .map(
                crt ->
                    new CertificateAndKey(
                        new PemCertificate(Base64Text.decode(name, "crt", crt)),
                        new PemKey(Base64Text.decode(name, "key", key.orElse("")))));
    List<String> endpoints = new ArrayList<>(texts(map, "endpoints"));
    map.text("target").ifPresent(endpoints::add);
    return new TalosContext(
        endpoints,
        texts(map, "nodes"),
        map.text("ca").map(ca -> new PemCertificate(Base64Text.decode(name, "ca", ca))),
        client);
  }

  private static List<String> texts(YamlMap map, String key) {
    return map.list(key).map(YamlList::items).orElse(List.of()).stream()
        .filter(YamlScalar.class::isInstance)
        .map(item -> ((YamlScalar) item).text())
        .toList();
  }

  /**
   * What became of a talosconfig.
   *
   * @param config the talosconfig
   * @param context the name of the cluster's context, which is not the wished one if another
   *     cluster has that
   */
  public record Updated(Talosconfig config, String context) {}

  /**
   * Gives a cluster a context, or brings the one it has up to date.
   *
   * <p>A client certificate that is there stays as long as the same authority signed it for the
   * same roles and more than a quarter of its life is left, so that a second call changes nothing.
   *
   * @param name the wished name of the context
   * @param endpoints the control plane nodes to connect to
   * @param authority who signs for Talos in this cluster
   * @param roles what the client may do
   * @param request how a new certificate is made
   * @return the new talosconfig
   */
  public Updated with(
      String name,
      List<String> endpoints,
      CertificateAndKey authority,
      Set<TalosRole> roles,
      ClientRequest request) {
    String free = FreeName.of(name, wished -> isFree(wished, authority.certificate()));
    YamlMap before = contexts().map(free).orElse(YamlMap.of(Map.of()));
    CertificateAndKey client =
        Optional.of(context(free, before))
            .flatMap(TalosContext::client)
            .filter(known -> isGood(known, authority, roles, request))
            .orElseGet(
                () ->
                    CertificateAuthority.of(authority)
                        .talosClient(roles, request.now(), request.lifetime(), request.random()));
    YamlMap context =
        before
            .without("target")
            .with("endpoints", YamlList.ofTexts(endpoints))
            .with("ca", YamlScalar.text(authority.certificate().base64()))
            .with("crt", YamlScalar.text(client.certificate().base64()))
            .with("key", YamlScalar.text(client.key().base64()));
    boolean activate = !contextNames().contains(free) || currentContext().isEmpty();
    YamlMap named = activate ? document.with(CONTEXT, YamlScalar.text(free)) : document;
    YamlMap changed = named.with(CONTEXTS, contexts().with(free, context));
    return new Updated(new Talosconfig(changed, source), free);
  }

  private boolean isFree(String name, PemCertificate authority) {
    Optional<TalosContext> taken = context(name);
    return taken.isEmpty()
        || taken.get().authority().filter(known -> isSame(known, authority)).isPresent();
  }

  private static boolean isSame(PemCertificate one, PemCertificate other) {
    return one.text().strip().equals(other.text().strip());
  }

  private static boolean isGood(
      CertificateAndKey client,
      CertificateAndKey authority,
      Set<TalosRole> roles,
      ClientRequest request) {
    try {
      Set<String> wanted =
          roles.stream().map(TalosRole::label).collect(Collectors.toCollection(TreeSet::new));
      PemCertificate certificate = client.certificate();
      return wanted.equals(new TreeSet<>(certificate.organizations()))
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

  private YamlMap contexts() {
    return document.map(CONTEXTS).orElse(YamlMap.of(Map.of()));
  }

  @Override
  public String toString() {
    return "Talosconfig" + contextNames();
  }
}
