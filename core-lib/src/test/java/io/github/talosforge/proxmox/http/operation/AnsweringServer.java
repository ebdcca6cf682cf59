package io.github.talosforge.proxmox.http.operation;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.request;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathMatching;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxCredentials;
import io.github.talosforge.proxmox.http.RecordedClients;
import java.util.List;
import java.util.UUID;

/** A server on loopback that gives prepared answers, and a client for it. */
final class AnsweringServer implements AutoCloseable {
  static final String UPID = "UPID:pve1:0000C2B8:0098F4B1:65F2A3C4:qmstart:100:forge@pve!ci:";

  private final WireMockServer server =
      new WireMockServer(options().dynamicPort().bindAddress("127.0.0.1"));
  private final ProxmoxClient client;

  AnsweringServer() {
    server.start();
    answerEverything("null");
    endTasks("OK");
    client = anotherClient();
  }

  ProxmoxClient anotherClient() {
    return RecordedClients.open(
        ProxmoxConnection.to(
            ProxmoxCredentials.ApiToken.of("forge@pve!ci", UUID.randomUUID().toString()),
            endpoint()));
  }

  /** A task that goes on would keep its place among the few slow calls of its host. */
  void endTasks(String exit) {
    server.stubFor(
        get(urlPathMatching("/api2/json/nodes/.*/tasks/.*/status"))
            .atPriority(5)
            .willReturn(
                json(200, "{\"data\":{\"status\":\"stopped\",\"exitstatus\":\"" + exit + "\"}}")));
    server.stubFor(
        get(urlPathEqualTo("/api2/json/cluster/tasks"))
            .atPriority(5)
            .willReturn(
                json(
                    200,
                    "{\"data\":[{\"upid\":\""
                        + UPID
                        + "\",\"status\":\""
                        + exit
                        + "\",\"endtime\":1}]}")));
  }

  String endpoint() {
    return "http://127.0.0.1:" + server.port();
  }

  ProxmoxClient client() {
    return client;
  }

  /** Answers whatever is not prepared otherwise. */
  void answerEverything(String data) {
    server.stubFor(any(anyUrl()).atPriority(10).willReturn(json(200, "{\"data\":" + data + "}")));
  }

  void answer(String method, String path, String data) {
    answer(method, path, 200, "{\"data\":" + data + "}");
  }

  void answer(String method, String path, int status, String body) {
    server.stubFor(
        request(method, urlPathEqualTo("/api2/json" + path))
            .atPriority(1)
            .willReturn(json(status, body)));
  }

  private static ResponseDefinitionBuilder json(int status, String body) {
    return aResponse()
        .withStatus(status)
        .withHeader("Content-Type", "application/json")
        .withBody(body);
  }

  /** Each request as {@code METHOD /path form}; those that follow tasks are among them. */
  List<String> requests() {
    return server.getAllServeEvents().stream().map(event -> text(event.getRequest())).toList();
  }

  /** The body of the request to a path as it went over the wire. */
  String bodyOf(String path) {
    return server.getAllServeEvents().stream()
        .map(ServeEvent::getRequest)
        .filter(request -> request.getUrl().endsWith(path))
        .findFirst()
        .orElseThrow()
        .getBodyAsString();
  }

  void forgetRequests() {
    server.resetRequests();
  }

  private static String text(LoggedRequest request) {
    String url = request.getUrl().substring("/api2/json".length()).replace('?', ' ');
    boolean multipart = request.isMultipart();
    String body = multipart ? "(multipart)" : request.getBodyAsString();
    return request.getMethod() + " " + url + (body.isEmpty() ? "" : " " + body);
  }

  @Override
  public void close() {
    client.close();
    server.stop();
  }
}
