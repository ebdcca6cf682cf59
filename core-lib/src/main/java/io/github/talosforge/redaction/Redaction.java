package io.github.talosforge.redaction;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The door through which text leaves the process: to consoles, files, pages and exceptions. It
 * hides what is secret by its name, its form, its place, or because somebody holds it; where in
 * doubt it hides. It also replaces what would steer a terminal.
 *
 * <p>What was hidden once stays as it is, so that a text may pass more than one door.
 */
public final class Redaction {
  /** What stands in place of a secret when nobody holds a key to tell it from others. */
  public static final String HIDDEN = Marks.plain();

  private static final Redaction BY_FORM = new Redaction(null);
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String HMAC = "HmacSHA256";
  private static final Pattern SWITCH = Pattern.compile("[01]|true|false|yes|no|null");

  /** How our sentences say where a secret is to be written. */
  private static final Pattern EXAMPLE =
      Pattern.compile("\\buser@realm!name=secret\\b|\\[user:password@]");

  private static final int SHOWN_BYTES = 4;

  private final KnownValues known = new KnownValues();
  private final @Nullable SecretKeySpec key;

  private Redaction(@Nullable SecretKeySpec key) {
    this.key = key;
  }

  /** Makes a door that knows nobody's secrets yet. */
  public static Redaction opened() {
    return new Redaction(null);
  }

  /**
   * Makes a door that shows a short hash of what it hides, so that two secrets can be told apart.
   * The hash is worth nothing to those who do not have the key.
   *
   * @param secret what the key is made of, the same in every run
   */
  public static Redaction keyed(String secret) {
    byte[] seed = ("talosforge redaction " + secret).getBytes(StandardCharsets.UTF_8);
    return new Redaction(new SecretKeySpec(seed, HMAC));
  }

  /** Hides by name and form what is secret in a text, which may have several lines. */
  public static String byForm(String text) {
    return BY_FORM.text(text);
  }

  /** Does the same, and leaves one line: a name from elsewhere cannot pass for a line of ours. */
  public static String lineByForm(String text) {
    return BY_FORM.line(text);
  }

  /** Hides nothing, but leaves one line without what would steer a terminal: for names. */
  public static String oneLine(String text) {
    return PlainText.line(text);
  }

  /** Hides by form what is secret in a JSON document, as {@link #json} does. */
  public static String jsonByForm(String json) {
    return BY_FORM.json(json);
  }

  /**
   * Hides by place, name and form what is secret in a value of a document.
   *
   * @param keys the names on the way to it
   * @param value the value
   */
  public static String valueByForm(List<String> keys, String value) {
    return BY_FORM.value(keys, value);
  }

  /** Returns what may be told of what led to a failure, as {@link #cause} does. */
  public static @Nullable Throwable causeByForm(@Nullable Throwable cause) {
    return BY_FORM.cause(cause);
  }

  /**
   * Returns what may be told of what led to a failure: itself, unless it or what led to it tells a
   * secret.
   *
   * @param cause what was caught
   */
  public @Nullable Throwable cause(@Nullable Throwable cause) {
    return cause == null || isOpen(cause) ? cause : new ToldCause(cause, this);
  }

  /** Tells whether neither a failure nor anything that led to it tells a secret. */
  public boolean isOpen(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      String words = String.valueOf(each.getMessage());
      if (!text(words).equals(words)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Hides these texts from now on, wherever they stand.
   *
   * @param secrets texts that somebody holds
   */
  public void learn(Collection<String> secrets) {
    secrets.forEach(known::learn);
  }

  /**
   * Ends that, for what is no longer valid.
   *
   * @param secret the text
   */
  public void forget(String secret) {
    known.forget(secret);
  }

  /** Returns what may be shown of a text, which may have several lines. */
  public String text(String text) {
    StringBuilder open = new StringBuilder();
    Matcher example = EXAMPLE.matcher(text);
    int end = 0;
    while (example.find()) {
      open.append(hide(text.substring(end, example.start()))).append(example.group());
      end = example.end();
    }
    return open.append(hide(text.substring(end))).toString();
  }

  private String hide(String text) {
    String open = known.hide(PlainText.lines(text), this::shown);
    open = SecretForms.hide(open, this::shown);
    open = Addresses.hide(open, this::shown);
    open = Assignments.hide(open, this::shown);
    return SecretForms.hideDense(open, this::shown);
  }

  /** Returns what may be shown of a text as one line. */
  public String line(String text) {
    return PlainText.line(text(text));
  }

  /**
   * Returns what may be shown of a value of a document.
   *
   * @param keys the names on the way to it
   * @param value the value
   */
  public String value(List<String> keys, String value) {
    if (value.isEmpty() || Marks.is(value) || SWITCH.matcher(value).matches()) {
      return value;
    }
    if (SecretNames.isSecretPlace(keys)) {
      return shown(value);
    }
    long lines = value.lines().count();
    if (lines > 1) {
      return lines + " lines " + shown(value);
    }
    return SecretNames.isArgument(keys) ? arguments(value) : line(value);
  }

  /** Returns what stands in place of a value that is not shown at all. */
  public String hidden(String value) {
    return shown(value);
  }

  private String arguments(String value) {
    boolean several = value.strip().matches("\\S+=\\S*(\\s+-*[\\w.-]+(=\\S*)?)*");
    return several
        ? Stream.of(value.strip().split("\\s+"))
            .map(this::argument)
            .collect(Collectors.joining(" "))
        : argument(value);
  }

  private String argument(String argument) {
    int equals = argument.indexOf('=');
    if (equals < 0) {
      return line(argument);
    }
    String name = argument.substring(0, equals);
    String value = argument.substring(equals + 1);
    return KernelArguments.isReadable(name, value) || value.isEmpty()
        ? line(argument)
        : line(name) + "=" + shown(value);
  }

  /**
   * Returns what may be shown of a JSON document, laid out on several lines. The names of fields
   * are taken for the document's own, so that they make no value secret.
   *
   * @param json the document
   */
  public String json(String json) {
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(open(MAPPER.readTree(json)))
          + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("What was written as JSON can be read as JSON", e);
    }
  }

  private JsonNode open(JsonNode node) {
    if (node instanceof ObjectNode object) {
      ObjectNode opened = MAPPER.createObjectNode();
      object
          .properties()
          .forEach(field -> opened.set(text(field.getKey()), open(field.getValue())));
      return opened;
    }
    if (node instanceof ArrayNode array) {
      ArrayNode opened = MAPPER.createArrayNode();
      array.forEach(item -> opened.add(open(item)));
      return opened;
    }
    return node.isTextual() ? MAPPER.getNodeFactory().textNode(text(node.asText())) : node;
  }

  private String shown(String secret) {
    return Optional.ofNullable(key).map(with -> Marks.with(hash(secret, with))).orElse(HIDDEN);
  }

  private static String hash(String secret, SecretKeySpec key) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(key);
      byte[] digest = mac.doFinal(secret.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, SHOWN_BYTES);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java platform has " + HMAC, e);
    }
  }

  /** Tells nothing of what it knows. */
  @Override
  public String toString() {
    return "Redaction";
  }
}
