package io.github.talosforge.simulator.talos.api;

import static io.github.talosforge.simulator.talos.api.TalosCalls.failed;

import com.google.protobuf.ByteString;
import io.github.talosforge.simulator.talos.Machine;
import io.github.talosforge.simulator.talos.config.MachineConfig;
import io.github.talosforge.simulator.talos.pki.Authority;
import io.github.talosforge.simulator.talos.pki.Identity;
import io.github.talosforge.simulator.talos.pki.Pem;
import io.github.talosforge.simulator.talos.protocol.common.Data;
import io.grpc.Status;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/** The administrator's kubeconfig, made anew for each call. */
final class Kubeconfigs {
  private static final int BLOCK = 512;
  private static final Pattern GO_DURATION =
      Pattern.compile("(?:(\\d+)h)?(?:(\\d+)m)?(?:(\\d+)s)?");

  private Kubeconfigs() {}

  static Data archive(Machine machine) {
    MachineConfig config =
        machine
            .config()
            .filter(MachineConfig::isControlPlane)
            .orElseThrow(
                () ->
                    failed(
                        Status.UNIMPLEMENTED,
                        "kubeconfig is only available on control plane nodes"));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
      writeEntry(zip, text(config).getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write an archive", e);
    }
    return Data.newBuilder().setBytes(ByteString.copyFrom(bytes.toByteArray())).build();
  }

  /** Talos never closes its tar: neither padding nor end-of-archive blocks follow the content. */
  private static void writeEntry(OutputStream out, byte[] content) throws IOException {
    byte[] header = new byte[BLOCK];
    put(header, 0, "kubeconfig");
    put(header, 100, "0000600\0");
    put(header, 108, "0000000\0");
    put(header, 116, "0000000\0");
    put(header, 124, String.format(Locale.ROOT, "%011o\0", content.length));
    long now = InstantSource.system().instant().getEpochSecond();
    put(header, 136, String.format(Locale.ROOT, "%011o\0", now));
    put(header, 148, "        ");
    put(header, 156, "0");
    put(header, 257, "ustar\00000");
    int sum = 0;
    for (byte b : header) {
      sum += b & 0xff;
    }
    put(header, 148, String.format(Locale.ROOT, "%06o\0 ", sum));
    out.write(header);
    out.write(content);
  }

  private static void put(byte[] header, int offset, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, header, offset, bytes.length);
  }

  private static String text(MachineConfig config) {
    Instant now = InstantSource.system().instant();
    Identity admin =
        Authority.read(config.kubernetesCa(), config.kubernetesCaKey())
            .client(
                List.of("system:masters"),
                "admin",
                true,
                now.minusSeconds(10),
                lifetime(config.adminCertificateLifetime()));
    String name = config.clusterName();
    return """
        apiVersion: v1
        kind: Config
        clusters:
        - name: %1$s
          cluster:
            server: %2$s
            certificate-authority-data: %3$s
        users:
        - name: admin@%1$s
          user:
            client-certificate-data: %4$s
            client-key-data: %5$s
        contexts:
        - context:
            cluster: %1$s
            namespace: default
            user: admin@%1$s
          name: admin@%1$s
        current-context: admin@%1$s
        """
        .formatted(
            name,
            config.endpoint(),
            Pem.base64(config.kubernetesCa()),
            Pem.base64(admin.certificatePem()),
            Pem.base64(admin.keyPem()));
  }

  private static Duration lifetime(String text) {
    Matcher matcher = GO_DURATION.matcher(text);
    if (text.isEmpty() || !matcher.matches()) {
      return Duration.ofDays(365);
    }
    return Duration.ofHours(number(matcher.group(1)))
        .plusMinutes(number(matcher.group(2)))
        .plusSeconds(number(matcher.group(3)));
  }

  private static long number(@org.jspecify.annotations.Nullable String text) {
    return text == null ? 0 : Long.parseLong(text);
  }
}
