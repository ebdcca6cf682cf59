package io.github.talosforge.image.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.talosforge.image.ImageFactory;
import io.github.talosforge.image.ImageFactoryException;
import io.github.talosforge.image.Schematic;
import io.github.talosforge.model.InvalidValueException;
import io.github.talosforge.model.SchematicId;
import io.github.talosforge.model.Sha256Digest;
import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.net.Dialer;
import java.io.IOException;
import java.net.Proxy;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** Speaks to one Image Factory. */
public final class HttpImageFactory implements ImageFactory {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final MediaType YAML = MediaType.get("application/yaml");

  /** An image that nobody asked for before is built while the factory answers. */
  private static final Duration BUILD_TIME = Duration.ofMinutes(10);

  private final URI address;
  private final OkHttpClient client;

  /**
   * Describes a factory; nothing is sent yet.
   *
   * @param address its address
   * @param dialer what opens the connections
   */
  public HttpImageFactory(URI address, Dialer dialer) {
    this.address = address;
    this.client =
        new OkHttpClient.Builder()
            .socketFactory(dialer.socketFactory())
            .dns(dialer::resolve)
            .proxy(Proxy.NO_PROXY)
            .connectTimeout(Duration.ofSeconds(10))
            .readTimeout(BUILD_TIME)
            .callTimeout(BUILD_TIME)
            .build();
  }

  @Override
  public SchematicId register(Schematic schematic) {
    Request request =
        new Request.Builder()
            .url(base() + "/schematics")
            .post(RequestBody.create(schematic.yaml(), YAML))
            .build();
    try (Response response = send(request)) {
      String body = response.body().string();
      if (!response.isSuccessful()) {
        throw refused("register the schematic", response.code(), body);
      }
      return SchematicId.of(JSON.readTree(body).path("id").asText());
    } catch (JsonProcessingException | InvalidValueException e) {
      throw noFactory("a schematic", e);
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  @Override
  public Set<TalosVersion> versions() {
    Request request = new Request.Builder().url(base() + "/versions").build();
    try (Response response = send(request)) {
      String body = response.body().string();
      if (!response.isSuccessful()) {
        throw refused("list its versions", response.code(), body);
      }
      Set<TalosVersion> versions = new HashSet<>();
      JSON.readTree(body).forEach(tag -> version(tag.asText()).ifPresent(versions::add));
      return versions;
    } catch (JsonProcessingException e) {
      throw noFactory("the question for its versions", e);
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  private static Optional<TalosVersion> version(String tag) {
    try {
      return Optional.of(TalosVersion.of(tag));
    } catch (InvalidValueException e) {
      return Optional.empty();
    }
  }

  private String base() {
    return address.toString().replaceAll("/+$", "");
  }

  @Override
  public OptionalLong size(URI image) {
    Request request = new Request.Builder().url(image.toString()).head().build();
    try (Response response = send(request)) {
      if (!response.isSuccessful()) {
        throw refused("find " + image, response.code(), "");
      }
      String length = response.header("Content-Length", "");
      return length.matches("\\d{1,18}")
          ? OptionalLong.of(Long.parseLong(length))
          : OptionalLong.empty();
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  @Override
  public Optional<Sha256Digest> checksum(URI image) {
    Request request = new Request.Builder().url(image + ".sha256").build();
    try (Response response = send(request)) {
      String text = response.isSuccessful() ? response.body().string() : "";
      String digest = text.strip().split("\\s", 2)[0];
      return digest.matches("[0-9a-f]{64}")
          ? Optional.of(Sha256Digest.of(digest))
          : Optional.empty();
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  private Response send(Request request) throws IOException {
    return client.newCall(request).execute();
  }

  private ImageFactoryException refused(String tried, int status, String body) {
    String said = body.isBlank() ? "status " + status : "status " + status + ", " + body.strip();
    return new ImageFactoryException(
        "The Image Factory "
            + address
            + " could not "
            + tried
            + ": "
            + said
            + ".\nCheck talos_version, talos_schematic and talos_factory_url.",
        null);
  }

  private ImageFactoryException noFactory(String asked, Exception cause) {
    return new ImageFactoryException(
        "The answer of "
            + address
            + " to "
            + asked
            + " is not the one of an Image Factory.\nCheck talos_factory_url.",
        cause);
  }

  private ImageFactoryException unreachable(IOException e) {
    return new ImageFactoryException(
        "The Image Factory "
            + address
            + " could not be reached: "
            + e.getMessage()
            + ".\nCheck the network, or set talos_factory_url to a factory of your own.",
        e);
  }

  @Override
  public void close() {
    client.dispatcher().executorService().shutdown();
    client.connectionPool().evictAll();
  }
}
