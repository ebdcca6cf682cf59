package io.github.talosforge.secrets;

import io.github.talosforge.pki.CertificateAndKey;
import io.github.talosforge.yaml.YamlMap;
import io.github.talosforge.yaml.YamlScalar;
import io.github.talosforge.yaml.YamlStyle;
import java.util.LinkedHashMap;
import java.util.Map;

/** Talos' own {@code secrets.yaml} format. */
public final class SecretsYaml {

  private SecretsYaml() {}

  /**
   * Reads secrets, whatever program wrote them: upper and lower case and underscores in keys do not
   * matter, so that {@code bootstraptoken}, {@code bootstrapToken} and {@code bootstrap_token} are
   * the same.
   *
   * @param file the name that errors give to the document
   * @param document the document
   * @return the secrets
   * @throws SecretsException that names everything missing or malformed
   */
  public static SecretsBundle read(String file, YamlMap document) {
    return new SecretsReading(file).bundle(document);
  }

  /** Writes secrets as {@code talosctl gen secrets} does. */
  public static String write(SecretsBundle bundle) {
    return YamlStyle.TALOS.write(document(bundle));
  }

  static YamlMap document(SecretsBundle bundle) {
    Map<String, String> cluster = new LinkedHashMap<>();
    cluster.put("id", bundle.clusterId().value());
    cluster.put("secret", bundle.clusterSecret().value());
    Map<String, String> secrets = new LinkedHashMap<>();
    secrets.put("bootstraptoken", bundle.bootstrapToken().value());
    bundle.aescbcKey().ifPresent(key -> secrets.put("aescbcencryptionsecret", key.value()));
    bundle.secretboxKey().ifPresent(key -> secrets.put("secretboxencryptionsecret", key.value()));
    SecretsBundle.Certificates certificates = bundle.certificates();
    Map<String, YamlMap> certs = new LinkedHashMap<>();
    certs.put("etcd", pair(certificates.etcd()));
    certs.put("k8s", pair(certificates.kubernetes()));
    certs.put("k8saggregator", pair(certificates.aggregator()));
    certs.put(
        "k8sserviceaccount",
        YamlMap.ofTexts(Map.of("key", certificates.serviceAccount().base64())));
    certs.put("os", pair(certificates.os()));
    Map<String, YamlMap> document = new LinkedHashMap<>();
    document.put("cluster", YamlMap.ofTexts(cluster));
    document.put("secrets", YamlMap.ofTexts(secrets));
    document.put("trustdinfo", YamlMap.ofTexts(Map.of("token", bundle.trustdToken().value())));
    document.put("certs", YamlMap.of(certs));
    return YamlMap.of(document);
  }

  /**
   * Tells whether what stands at a place of a bundle opens anything: ids and certificates do not.
   */
  static boolean isSecret(String place) {
    return !place.equals("cluster.id") && !place.endsWith(".crt");
  }

  private static YamlMap pair(CertificateAndKey pair) {
    return YamlMap.of(Map.of())
        .with("crt", YamlScalar.text(pair.certificate().base64()))
        .with("key", YamlScalar.text(pair.key().base64()));
  }
}
