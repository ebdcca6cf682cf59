package io.github.talosforge.proxmox.http.operation;

import io.github.talosforge.proxmox.Checksum;
import io.github.talosforge.proxmox.Download;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.Look;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.Storage;
import io.github.talosforge.proxmox.StorageSummary;
import io.github.talosforge.proxmox.StoredVolume;
import io.github.talosforge.proxmox.TaskHandle;
import io.github.talosforge.proxmox.Upload;
import io.github.talosforge.proxmox.http.ApiRequest;
import io.github.talosforge.proxmox.http.FilePart;
import io.github.talosforge.proxmox.property.DiskSize;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Operations on a storage. */
record HttpStorage(Calls calls, String host, String name) implements Storage {
  private static final String CONTENT = "/nodes/{node}/storage/{storage}/content";
  private static final String VOLUME = CONTENT + "/{volume}";

  /** An upload slower than this is given up. */
  private static final long BYTES_PER_SECOND = 256 * 1024;

  @Override
  public Optional<StorageSummary> status() {
    ApiRequest request = ApiRequest.get("/nodes/{node}/storage", host).with("storage", name);
    try {
      return new HttpHost(calls, host)
          .storages(request).stream().filter(storage -> storage.name().equals(name)).findFirst();
    } catch (ProxmoxException e) {
      if (e.kind() == ErrorKind.STORAGE && e.parameterErrors().containsKey("storage")) {
        return Optional.empty();
      }
      throw e;
    }
  }

  @Override
  public List<StoredVolume> content() {
    return volumes(ApiRequest.get(CONTENT, host, name));
  }

  @Override
  public List<StoredVolume> content(String content) {
    return volumes(ApiRequest.get(CONTENT, host, name).with("content", content));
  }

  @Override
  public List<StoredVolume> contentOf(int vmId) {
    return volumes(ApiRequest.get(CONTENT, host, name).with("vmid", vmId));
  }

  private List<StoredVolume> volumes(ApiRequest request) {
    return calls.list(request).stream().map(HttpStorage::volume).toList();
  }

  private static StoredVolume volume(AnswerNode entry) {
    return new StoredVolume(
        entry.requiredText("volid"),
        entry.text("format").orElse(""),
        entry.number("size").orElse(0),
        entry.number("used"),
        entry.integer("vmid"),
        entry.instant("ctime"),
        entry.text("parent"),
        entry.text("notes"),
        entry.flag("protected"));
  }

  @Override
  public TaskHandle download(Download download) {
    ApiRequest request =
        ApiRequest.post("/nodes/{node}/storage/{storage}/download-url", host, name)
            .with("url", download.url().toString())
            .with("content", download.content())
            .with("filename", download.fileName())
            .with("verify-certificates", download.verifyCertificates())
            .slowOn(host);
    return calls.start(withChecksum(request, download.checksum()));
  }

  @Override
  public TaskHandle upload(Upload upload) {
    long size = sizeOf(upload.bytes());
    FilePart part = new FilePart(upload.fileName(), size, upload.bytes()::open);
    ApiRequest request =
        ApiRequest.post("/nodes/{node}/storage/{storage}/upload", host, name)
            .with("content", upload.content())
            .within(ApiRequest.DEFAULT_DEADLINE.plus(Duration.ofSeconds(size / BYTES_PER_SECOND)))
            .slowOn(host);
    return calls.start(withChecksum(request, upload.checksum()).withFile(part));
  }

  /** In an upload the server reads part after part, and wants the algorithm before the sum. */
  private static ApiRequest withChecksum(ApiRequest request, Optional<Checksum> checksum) {
    return checksum
        .map(
            sum ->
                request.with("checksum-algorithm", sum.algorithm()).with("checksum", sum.value()))
        .orElse(request);
  }

  private static long sizeOf(Upload.Bytes bytes) {
    try {
      return bytes.size();
    } catch (IOException e) {
      throw ProxmoxException.of(
              ErrorKind.NOT_FOUND, "The file to upload, " + bytes + ", cannot be read.")
          .suggestion("Check that it exists and may be read.")
          .cause(e)
          .build();
    }
  }

  @Override
  public String allocate(int vmId, String volume, DiskSize size) {
    String id = this.name + ":" + volume;
    ApiRequest request =
        ApiRequest.post(CONTENT, host, name)
            .with("vmid", vmId)
            .with("filename", volume)
            .with("size", (size.bytes() + 1023) / 1024)
            .lookedUpBy(Lookups.present(ApiRequest.get(VOLUME, host, name, id), id));
    return calls.call(request).text().orElse(id);
  }

  @Override
  public Optional<TaskHandle> delete(String volume, Look look) {
    return calls.startIfNeeded(
        ApiRequest.destroy(look, VOLUME, host, name, volume)
            .lookedUpBy(
                Lookups.gone(
                    ApiRequest.get(VOLUME, host, name, volume),
                    ApiRequest.get(CONTENT, host, name),
                    volume)));
  }
}
