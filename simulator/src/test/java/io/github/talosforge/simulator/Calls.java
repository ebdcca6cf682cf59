package io.github.talosforge.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Short words for calls of a simulator over its sockets, and for what they answer. */
record Calls(Simulator simulator) {
  static final String PVE1 = "/nodes/pve1";

  private static final ObjectMapper JSON = new ObjectMapper();

  /** The token of a user who has one role on one path. */
  String limited(String user, String role, String path) {
    simulator.access().user(user, "password1");
    simulator.access().grant(path, user, role);
    return simulator.access().token(user + "!few");
  }

  void create(int id, String... more) {
    List<String> form = new ArrayList<>(List.of("vmid", Integer.toString(id)));
    form.addAll(List.of(more));
    assertThat(exit(post(PVE1 + "/qemu", form.toArray(new String[0])))).isEqualTo("OK");
  }

  JsonNode config(int id, String... query) {
    return data(get(PVE1 + "/qemu/" + id + "/config", query));
  }

  JsonNode volume(String volid) {
    for (JsonNode volume : data(get(PVE1 + "/storage/nfs/content"))) {
      if (volume.path("volid").asText().equals(volid)) {
        return volume;
      }
    }
    throw new AssertionError("no volume " + volid);
  }

  RawClient.Reply rule(String name, String affinity, String resources) {
    return post(
        "/cluster/ha/rules",
        "rule",
        name,
        "type",
        "resource-affinity",
        "affinity",
        affinity,
        "resources",
        resources);
  }

  RawClient.Reply download(String url, String content, String file) {
    return post(
        PVE1 + "/storage/local/download-url", "url", url, "content", content, "filename", file);
  }

  RawClient.Reply upload(String... parts) throws IOException {
    Map<String, String> values =
        Map.of(
            "content",
            "iso",
            "checksum-algorithm",
            "sha256",
            "checksum",
            "00",
            "tmpfilename",
            "/tmp/x");
    StringBuilder body = new StringBuilder();
    for (String part : parts) {
      boolean file = part.equals("filename");
      body.append("--cut\r\nContent-Disposition: form-data; name=\"").append(part).append('"');
      body.append(file ? "; filename=\"a.iso\"\r\n" : "\r\n");
      body.append(file ? "Content-Type: application/octet-stream\r\n\r\nabc" : "\r\n");
      body.append(file ? "" : values.get(part)).append("\r\n");
    }
    body.append("--cut--\r\n");
    try (RawClient client = RawClient.tls(simulator.url())) {
      return client.exchange(
          "POST /api2/json/nodes/pve1/storage/local/upload HTTP/1.1\r\nHost: h\r\n"
              + RawClient.token(simulator.token())
              + "Content-Type: multipart/form-data; boundary=cut\r\nContent-Length: "
              + body.length()
              + "\r\n\r\n"
              + body);
    }
  }

  RawClient.Reply get(String path, String... query) {
    return as(simulator.token(), "GET", path, query);
  }

  RawClient.Reply post(String path, String... form) {
    return as(simulator.token(), "POST", path, form);
  }

  RawClient.Reply put(String path, String... form) {
    return as(simulator.token(), "PUT", path, form);
  }

  RawClient.Reply delete(String path) {
    return as(simulator.token(), "DELETE", path);
  }

  RawClient.Reply as(String token, String method, String path, String... values) {
    Map<String, String> form = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i += 2) {
      form.put(values[i], values[i + 1]);
    }
    return RawClient.call(simulator, RawClient.token(token), method, path, form);
  }

  static void assertFailed(int status, String reason, RawClient.Reply reply) {
    assertThat(reply.reason()).isEqualTo(reason);
    assertThat(reply.status()).isEqualTo(status);
  }

  static JsonNode json(RawClient.Reply reply) {
    try {
      return JSON.readTree(reply.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static JsonNode data(RawClient.Reply reply) {
    assertThat(reply.status()).as(reply.reason()).isEqualTo(200);
    return json(reply).path("data");
  }

  static List<String> fields(JsonNode node) {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  static String task(RawClient.Reply reply) {
    return data(reply).asText();
  }

  /** How the task ended; at this time scale it has when its name is told. */
  String exit(RawClient.Reply reply) {
    String upid = task(reply);
    return simulator.world().locked(() -> simulator.world().tasks().get(upid).exitStatus());
  }

  List<String> log(String upid) {
    return simulator.world().locked(() -> List.copyOf(simulator.world().tasks().get(upid).log()));
  }
}
