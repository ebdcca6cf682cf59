package io.github.talosforge.image.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.talosforge.image.ImageFactory;
import io.github.talosforge.image.ImageFactoryException;
import io.github.talosforge.image.Schematic;
import io.github.talosforge.model.InvalidValueException;
import io.github.talosforge.model.SchematicId;
import io.github.talosforge.model.Sha256Digest;
import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.net.AnswerLimit;
import io.github.talosforge.net.BrokenConnection;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.net.EndlessAnswerException;
import io.github.talosforge.net.Quote;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.Proxy;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** Speaks to one Image Factory. */
public final class HttpImageFactory implements ImageFactory {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final MediaType YAML = MediaType.get("application/yaml");

  /** An image that nobody asked for before is built while the factory answers. */
  private static final Duration BUILD_TIME = Duration.ofMinutes(10);

  /** For a question that the factory answers from what it has. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** The list of all versions, its longest answer, has a few KiB. */
  private static final AnswerLimit LONGEST_ANSWER = new AnswerLimit(1);

  private final URI address;
  private final Optional<KeptLists> lists;
  private final OkHttpClient questions;
  private final OkHttpClient builds;

  /**
   * Describes a factory; nothing is sent yet.
   *
   * @param address its address
   * @param dialer what opens the connections
   */
  public HttpImageFactory(URI address, Dialer dialer) {
    this(address, dialer, Optional.empty());
  }

  /**
   * Describes a factory of which lists are kept; nothing is sent yet.
   *
   * @param address its address
   * @param dialer what opens the connections
   * @param lists the folder where lists are kept
   */
  public HttpImageFactory(URI address, Dialer dialer, Optional<Path> lists) {
    this(address, dialer, lists, PATIENCE, BUILD_TIME);
  }

  HttpImageFactory(URI address, Dialer dialer, Duration patience, Duration buildTime) {
    this(address, dialer, Optional.empty(), patience, buildTime);
  }

  private HttpImageFactory(
      URI address, Dialer dialer, Optional<Path> lists, Duration patience, Duration buildTime) {
    this.address = address;
    this.lists = lists.map(KeptLists::new);
    this.questions =
        new OkHttpClient.Builder()
            .socketFactory(dialer.socketFactory())
            .dns(dialer::resolve)
            .proxy(Proxy.NO_PROXY)
            .connectTimeout(Duration.ofSeconds(10))
            .readTimeout(patience)
            .callTimeout(patience)
            .build();
    this.builds = questions.newBuilder().readTimeout(buildTime).callTimeout(buildTime).build();
  }

  @Override
  public SchematicId register(Schematic schematic) {
    Request request =
        new Request.Builder()
            .url(base() + "/schematics")
            .post(RequestBody.create(schematic.yaml(), YAML))
            .build();
    try (Response response = questions.newCall(request).execute()) {
      String answer = answer(response, "register the schematic");
      return SchematicId.of(JSON.readTree(answer).path("id").asText());
    } catch (JsonProcessingException | InvalidValueException e) {
      throw noFactory("a schematic", e);
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  @Override
  public Set<TalosVersion> versions() {
    Request request = new Request.Builder().url(base() + "/versions").build();
    try (Response response = questions.newCall(request).execute()) {
      String answer = answer(response, "list its versions");
      Set<TalosVersion> versions = new HashSet<>();
      JSON.readTree(answer).forEach(tag -> version(tag.asText()).ifPresent(versions::add));
      return versions;
    } catch (JsonProcessingException e) {
      throw noFactory("the question for its versions", e);
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  @Override
  public Set<String> extensions(TalosVersion version, Collection<String> wanted) {
    Set<String> kept = lists.map(list -> list.read(address, version)).orElse(Set.of());
    if (!kept.isEmpty() && kept.containsAll(wanted)) {
      return kept;
    }
    Set<String> names = extensions(version);
    lists.ifPresent(list -> list.keep(address, version, names));
    return names;
  }

  private Set<String> extensions(TalosVersion version) {
    String asked = "list the system extensions of Talos " + version;
    Request request =
        new Request.Builder().url(base() + "/version/" + version + "/extensions/official").build();
    try (Response response = questions.newCall(request).execute()) {
      JsonNode list = JSON.readTree(answer(response, asked));
      Set<String> names = new TreeSet<>();
      list.forEach(extension -> names.add(extension.path("name").asText()));
      names.remove("");
      if (names.isEmpty()) {
        throw noFactory("the question for its system extensions", null);
      }
      return names;
    } catch (JsonProcessingException e) {
      throw noFactory("the question for its system extensions", e);
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
    try (Response response = builds.newCall(request).execute()) {
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
    try (Response response = builds.newCall(request).execute()) {
      InputStream body = response.body().byteStream();
      String text = response.isSuccessful() ? LONGEST_ANSWER.read(body) : "";
      String digest = text.strip().split("\\s", 2)[0];
      return digest.matches("[0-9a-f]{64}")
          ? Optional.of(Sha256Digest.of(digest))
          : Optional.empty();
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  private String answer(Response response, String tried) throws IOException {
    InputStream body = response.body().byteStream();
    if (!response.isSuccessful()) {
      throw refused(tried, response.code(), LONGEST_ANSWER.readIfPossible(body));
    }
    return LONGEST_ANSWER.read(body);
  }

  private ImageFactoryException refused(String tried, int status, String body) {
    String words = Quote.firstLine(body);
    String said = words.isEmpty() ? "status " + status : "status " + status + ", " + words;
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

  private ImageFactoryException noFactory(String asked, @Nullable Exception cause) {
    return new ImageFactoryException(
        "The answer of "
            + address
            + " to "
            + asked
            + " is not the one of an Image Factory.\nCheck talos_factory_url.",
        cause);
  }

  private ImageFactoryException unreachable(IOException e) {
    if (e instanceof EndlessAnswerException) {
      return told(e.getMessage() + ".\nCheck talos_factory_url", e);
    }
    String what =
        e instanceof InterruptedIOException
            ? "did not answer in time"
            : "could not be reached: " + BrokenConnection.why(e);
    return told(
        what + ".\nCheck the network, or set talos_factory_url to a factory of your own", e);
  }

  private ImageFactoryException told(String what, IOException cause) {
    return new ImageFactoryException("The Image Factory " + address + " " + what + ".", cause);
  }

  @Override
  public void close() {
    questions.dispatcher().executorService().shutdown();
    questions.connectionPool().evictAll();
  }
}
