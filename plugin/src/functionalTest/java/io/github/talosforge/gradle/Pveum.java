package io.github.talosforge.gradle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.talosforge.simulator.Simulator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** Proxmox VE's own command line tool for users and rights: each command is a call of the API. */
final class Pveum {
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

  private final Simulator proxmox;

  Pveum(Simulator proxmox) {
    this.proxmox = proxmox;
  }

  /**
   * Carries a line out as root: its second command, if it has one, only when the first is refused;
   * returns the token that was made, if one was.
   *
   * @throws UncheckedIOException if the last command is refused
   */
  Optional<String> run(String line) {
    String[] commands = line.split(" 2>/dev/null [|][|] ", 2);
    try {
      return command(commands[0]);
    } catch (UncheckedIOException refused) {
      if (commands.length == 1) {
        throw refused;
      }
      return command(commands[1]);
    }
  }

  private Optional<String> command(String command) {
    List<String> words =
        WORD.matcher(command)
            .results()
            .map(word -> word.group().replaceAll("^[\"']|[\"']$", ""))
            .toList();
    List<String> names = new ArrayList<>();
    Map<String, String> options = new LinkedHashMap<>();
    for (int at = 1; at < words.size(); at++) {
      if (words.get(at).startsWith("--")) {
        options.put(words.get(at).substring(2), words.get(++at));
      } else {
        names.add(words.get(at));
      }
    }
    return run(names, options);
  }

  private Optional<String> run(List<String> names, Map<String, String> options) {
    if (names.subList(0, 2).equals(List.of("role", "add"))) {
      options.put("roleid", names.get(2));
      return call("POST", "/access/roles", options);
    }
    if (names.subList(0, 2).equals(List.of("role", "modify"))) {
      return call("PUT", "/access/roles/" + names.get(2), options);
    }
    if (names.subList(0, 2).equals(List.of("user", "modify"))) {
      return call("PUT", "/access/users/" + names.get(2), options);
    }
    if (names.subList(0, 2).equals(List.of("user", "add"))) {
      options.put("userid", names.get(2));
      return call("POST", "/access/users", options);
    }
    if (names.subList(0, 2).equals(List.of("acl", "modify"))) {
      options.put("path", names.get(2));
      return call("PUT", "/access/acl", options);
    }
    if (names.subList(0, 2).equals(List.of("user", "token"))) {
      String path = "/access/users/%s/token/%s".formatted(names.get(3), names.get(4));
      return call(Map.of("add", "POST", "modify", "PUT").get(names.get(2)), path, options);
    }
    throw new AssertionError("pveum would not understand: " + names);
  }

  private Optional<String> call(String method, String path, Map<String, String> values) {
    try {
      HttpsURLConnection call =
          (HttpsURLConnection)
              URI.create(proxmox.url() + "/api2/json" + path).toURL().openConnection();
      call.setSSLSocketFactory(trusting().getSocketFactory());
      call.setHostnameVerifier((host, session) -> true);
      call.setRequestMethod(method);
      call.setRequestProperty("Authorization", "PVEAPIToken=" + proxmox.token());
      call.setDoOutput(true);
      call.getOutputStream().write(form(values).getBytes(StandardCharsets.UTF_8));
      JsonNode made = new ObjectMapper().readTree(call.getInputStream()).path("data");
      return made.has("value")
          ? Optional.of(made.get("full-tokenid").asText() + "=" + made.get("value").asText())
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String form(Map<String, String> values) {
    return values.entrySet().stream()
        .map(
            value ->
                value.getKey() + "=" + URLEncoder.encode(value.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }

  /** As root on a host, which needs no certificate to know where it is. */
  private static SSLContext trusting() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new TrustAll()}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class TrustAll implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
