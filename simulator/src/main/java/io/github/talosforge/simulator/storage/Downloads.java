package io.github.talosforge.simulator.storage;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.JsonObject;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.api.UploadedFile;
import io.github.talosforge.simulator.task.Worker;
import io.github.talosforge.simulator.task.Workers;
import io.github.talosforge.simulator.world.ImageSource;
import io.github.talosforge.simulator.world.RemoteImage;
import io.github.talosforge.simulator.world.Storage;
import io.github.talosforge.simulator.world.Volume;
import io.github.talosforge.simulator.world.World;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Files that come from elsewhere: by URL or by upload. */
public final class Downloads {
  private static final Pattern IMPORT =
      Pattern.compile("[a-zA-Z0-9\\-.+=_]+\\.(ova|qcow2|raw|vmdk)");
  private static final Pattern ISO =
      Pattern.compile("[^/]+\\.(?:iso|img)", Pattern.CASE_INSENSITIVE);
  private static final long BYTES_PER_SECOND = 50L << 20;
  private static final Set<String> DECOMPRESSORS = Set.of("gz", "lzo", "zst", "bz2");

  private final World world;
  private final Workers workers;
  private final Storages storages;
  private final ImageSource images;

  public Downloads(World world, Workers workers, Storages storages, ImageSource images) {
    this.world = world;
    this.workers = workers;
    this.storages = storages;
    this.images = images;
  }

  /** The operations. */
  public List<Operation> operations() {
    String storage = "/nodes/{node}/storage/{storage}/";
    return List.of(
        new Operation(
            "POST",
            storage + "download-url",
            Set.of(
                "url",
                "content",
                "filename",
                "checksum",
                "checksum-algorithm",
                "compression",
                "verify-certificates"),
            this::download),
        new Operation(
            "POST",
            storage + "upload",
            Set.of("content", "filename", "checksum", "checksum-algorithm", "tmpfilename"),
            this::upload),
        new Operation(
            "GET",
            "/nodes/{node}/query-url-metadata",
            Set.of("url", "verify-certificates"),
            this::metadata));
  }

  private static void checkNetwork(ApiCall call) {
    Access access = new Access(call.principal());
    boolean modifies =
        call.principal().has("/", "Sys.Audit") && call.principal().has("/", "Sys.Modify");
    if (!modifies) {
      access.check("/nodes/" + call.path("node"), "Sys.AccessNetwork");
    }
  }

  private Map<String, Object> metadata(ApiCall call) {
    checkNetwork(call);
    String url = call.required("url");
    RemoteImage image = images.find(url).orElse(null);
    if (!images.isListening(url)) {
      throw ApiFailure.died(
          "invalid server response: '500 Can't connect to "
              + URI.create(url).getAuthority()
              + " (Connection refused)'");
    }
    if (image == null) {
      throw ApiFailure.died("invalid server response: '404 Not Found'");
    }
    return new JsonObject()
        .with("filename", normalised(url.replaceFirst("[?#].*$", "")))
        .with("size", image.size())
        .with("mimetype", image.mimetype())
        .map();
  }

  private String download(ApiCall call) {
    Access access = new Access(call.principal());
    access.check("/storage/" + call.path("storage"), "Datastore.AllocateTemplate");
    checkNetwork(call);
    Storage storage = storages.enabled(call.path("storage"), call.path("node"));
    if (!storage.type().files()) {
      throw ApiFailure.died(
          "can't upload to storage type '"
              + storage.type().plugin()
              + "', not a file based storage!");
    }
    String content = call.required("content");
    if (!storage.content().contains(content)) {
      throw ApiFailure.died(
          "storage '" + storage.id() + "' is not configured for content-type '" + content + "'");
    }
    String filename =
        checked(content, normalised(call.required("filename")), "upload content-type");
    return workers.fork(
        call.principal(),
        call.path("node"),
        "download",
        encoded(filename),
        worker -> fetch(worker, call, storage, content, filename));
  }

  private void fetch(
      Worker worker, ApiCall call, Storage storage, String content, String filename) {
    String compression = call.optional("compression");
    if (compression != null) {
      if (!content.equals("iso")) {
        throw ApiFailure.died("decompression not supported for " + content);
      }
      if (!DECOMPRESSORS.contains(compression)) {
        throw ApiFailure.died("no decompression method found");
      }
    }
    String url = call.required("url");
    String path = Paths.content(storage, content) + "/" + filename;
    worker.log("downloading " + url + " to " + path);
    Volume existing = world.volumes().find(storage, worker.host(), content + "/" + filename);
    if (existing != null) {
      FileChecks.checkExisting(worker, call, existing, path);
      return;
    }
    RemoteImage image = answer(worker, url);
    if (image.size() > storages.available(storage, worker.host())) {
      worker.log("Cannot write to '" + path + ".tmp_dwnl' (No space left on device).");
      throw ApiFailure.died("download failed: exit code 3");
    }
    progress(worker, image.size());
    worker.run(
        () -> {
          FileChecks.verify(worker, call, image.checksums());
          FileChecks.checkFormat(content, image, path + ".tmp_dwnl." + world.nextPid());
          worker.log("download of '" + url + "' to '" + path + "' finished");
          store(worker.host(), storage, content, filename, image, Map.of());
        });
  }

  private RemoteImage answer(Worker worker, String url) {
    if (!images.isListening(url)) {
      throw ApiFailure.died(
          "download failed: Connecting to "
              + URI.create(url).getAuthority()
              + "... failed: Connection refused.");
    }
    return images
        .find(url)
        .orElseThrow(
            () -> {
              worker.log("ERROR 404: Not Found.");
              return ApiFailure.died("download failed: exit code 8");
            });
  }

  private static void progress(Worker worker, long bytes) {
    for (int percent = 10; percent <= 100; percent += 10) {
      int done = percent;
      worker.pause(Duration.ofMillis(bytes * 100 / BYTES_PER_SECOND));
      worker.run(() -> worker.log(((bytes * done / 100) >> 10) + "K ........ " + done + "%"));
    }
  }

  private String upload(ApiCall call) {
    Storage storage = storages.enabled(call.path("storage"), call.path("node"));
    new Access(call.principal()).check("/storage/" + storage.id(), "Datastore.AllocateTemplate");
    UploadedFile file = call.upload();
    if (!storage.type().files()) {
      throw ApiFailure.died("can't upload to storage type '" + storage.type().plugin() + "'");
    }
    if (file == null) {
      throw ApiFailure.died("missing temporary file name");
    }
    String content = call.required("content");
    String filename = checked(content, normalised(file.filename()), "upload content type");
    if (!storage.content().contains(content)) {
      throw ApiFailure.died(
          "storage '" + storage.id() + "' does not support '" + content + "' content");
    }
    return workers.fork(
        call.principal(),
        call.path("node"),
        "imgcopy",
        "",
        worker -> {
          worker.log("starting file import from: /var/tmp/pveupload-" + filename);
          FileChecks.verify(worker, call, file.image().checksums());
          FileChecks.checkFormat(content, file.image(), filename + ".tmp_dwnl.0");
          worker.log("target file: " + Paths.content(storage, content) + "/" + filename);
          worker.log("file size is: " + file.image().size());
          store(worker.host(), storage, content, filename, file.image(), file.files());
          worker.log("finished file import successfully");
        });
  }

  private void store(
      String host,
      Storage storage,
      String content,
      String filename,
      RemoteImage image,
      Map<String, String> files) {
    String format = filename.substring(filename.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    world
        .volumes()
        .put(
            new Volume(
                storage.id(),
                storage.shared() ? null : host,
                content + "/" + filename,
                content,
                format.equals("img") ? "iso" : format,
                image.virtualSize(),
                image.size(),
                0,
                null,
                world.now().getEpochSecond(),
                image.identity(),
                image.checksums(),
                files));
  }

  /** Only the last part of a path, and only harmless characters. */
  private static String normalised(String name) {
    String file = name.replaceFirst("^.*[/\\\\]", "");
    return file.replaceAll("[^a-zA-Z0-9_.-]", "_");
  }

  private static String checked(String content, String filename, String kind) {
    switch (content) {
      case "iso" -> require(ISO, filename, "wrong file extension");
      case "import" -> {
        require(IMPORT, filename, "invalid filename or wrong extension");
        if (filename.endsWith(".ova")) {
          throw ApiFailure.notSimulated("OVA files");
        }
      }
      case "vztmpl" -> throw ApiFailure.notSimulated("container templates");
      default -> throw ApiFailure.parameter("content", kind + " '" + content + "' is not allowed");
    }
    return filename;
  }

  private static void require(Pattern pattern, String filename, String text) {
    if (!pattern.matcher(filename).matches()) {
      throw ApiFailure.parameter("filename", text);
    }
  }

  /** The id of a task holds no colons, slashes or blanks. */
  private static String encoded(String filename) {
    return filename.replaceAll("[:/\\s]", "_");
  }
}
