package io.github.talosforge.proxmox.http.operation;

import io.github.talosforge.proxmox.ServerVersion;
import io.github.talosforge.proxmox.TaskHandle;
import io.github.talosforge.proxmox.http.ApiRequest;
import io.github.talosforge.proxmox.http.ApiTransport;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The transport with answers that are read leniently; what all operations share. */
final class Calls {
  private final ApiTransport transport;
  private final AtomicReference<@Nullable ServerVersion> version = new AtomicReference<>();

  Calls(ApiTransport transport) {
    this.transport = transport;
  }

  ApiTransport transport() {
    return transport;
  }

  AnswerNode call(ApiRequest request) {
    return new AnswerNode(transport.call(request));
  }

  List<AnswerNode> list(ApiRequest request) {
    return call(request).items();
  }

  TaskHandle start(ApiRequest request) {
    return transport.start(request);
  }

  Optional<TaskHandle> startIfNeeded(ApiRequest request) {
    return transport.startIfNeeded(request);
  }

  /** The release, asked once: a client does not outlive an upgrade to another major release. */
  ServerVersion version() {
    ServerVersion known = version.get();
    if (known == null) {
      AnswerNode answer = call(ApiRequest.get("/version"));
      known =
          new ServerVersion(
              answer.requiredText("version"),
              answer.text("release").orElse(""),
              answer.text("repoid").orElse(""));
      version.set(known);
    }
    return known;
  }
}
