package io.github.talosforge.proxmox.http;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import io.github.talosforge.proxmox.Upid;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Task lists, states and logs as Proxmox serves them. */
final class FakeTasks {
  private final WireMockExtension pve;

  FakeTasks(WireMockExtension pve) {
    this.pve = pve;
    pve.stubFor(any(anyUrl()).atPriority(10).willReturn(aResponse().withStatus(501)));
    clusterList(Map.of());
  }

  static Upid upid(String node, int number) {
    return Upid.parse(
        String.format(
            Locale.ROOT,
            "UPID:%s:%08X:01B2C3D4:674A1B2C:qmclone:9000:forge@pve!ci:",
            node,
            number));
  }

  /** Lists tasks with their exit status; an empty one means that the task runs. */
  void clusterList(Map<Upid, String> tasks) {
    pve.stubFor(get("/api2/json/cluster/tasks").willReturn(list(tasks)));
  }

  void clusterListFails(ResponseDefinitionBuilder answer) {
    pve.stubFor(get("/api2/json/cluster/tasks").willReturn(answer));
  }

  void hostList(String node, String source, Map<Upid, String> tasks) {
    pve.stubFor(
        get(urlPathEqualTo("/api2/json/nodes/" + node + "/tasks"))
            .withQueryParam("source", equalTo(source))
            .willReturn(list(tasks)));
  }

  void running(Upid upid) {
    state(upid, okJson("{\"data\":{\"status\":\"running\"}}"));
  }

  void ended(Upid upid, String exitStatus) {
    state(
        upid, okJson("{\"data\":{\"status\":\"stopped\",\"exitstatus\":\"" + exitStatus + "\"}}"));
  }

  void state(Upid upid, ResponseDefinitionBuilder answer) {
    pve.stubFor(get(path(upid, "status")).willReturn(answer));
  }

  void log(Upid upid, String... lines) {
    StringBuilder data = new StringBuilder();
    for (String line : lines) {
      data.append(data.isEmpty() ? "" : ",").append("{\"n\":1,\"t\":\"").append(line).append("\"}");
    }
    pve.stubFor(
        get(urlPathEqualTo(path(upid, "log")))
            .willReturn(okJson("{\"data\":[" + data + "],\"total\":" + lines.length + "}")));
  }

  int clusterLists() {
    return pve.findAll(getRequestedFor(urlEqualTo("/api2/json/cluster/tasks"))).size();
  }

  int states(Upid upid) {
    return pve.findAll(getRequestedFor(urlEqualTo(path(upid, "status")))).size();
  }

  int logs(Upid upid) {
    return pve.findAll(getRequestedFor(urlPathEqualTo(path(upid, "log")))).size();
  }

  int all() {
    return pve.getAllServeEvents().size();
  }

  static String path(Upid upid, String what) {
    return "/api2/json/nodes/"
        + upid.node()
        + "/tasks/"
        + PathTemplate.encode(upid.text())
        + (what.isEmpty() ? "" : "/" + what);
  }

  private static ResponseDefinitionBuilder list(Map<Upid, String> tasks) {
    return okJson(
        tasks.entrySet().stream()
            .map(each -> entry(each.getKey(), each.getValue()))
            .collect(Collectors.joining(",", "{\"data\":[", "]}")));
  }

  private static String entry(Upid upid, String exitStatus) {
    String end =
        exitStatus.isEmpty() ? "" : ",\"endtime\":1735780000,\"status\":\"" + exitStatus + "\"";
    return "{\"upid\":\"" + upid + "\",\"node\":\"" + upid.node() + "\"" + end + "}";
  }
}
