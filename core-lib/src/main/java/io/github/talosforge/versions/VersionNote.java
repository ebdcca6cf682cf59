package io.github.talosforge.versions;

import io.github.talosforge.model.InvalidValueException;
import io.github.talosforge.model.SchematicId;
import io.github.talosforge.model.TalosVersion;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The line in the notes of a data VM that says what its node ran. A rebuild writes it before it
 * destroys the node's VM, for afterwards there may be nobody left to ask.
 *
 * <pre>
 * line  = "talosforge: ran" 1*( " " key "=" value ) " sum=" 8HEXDIG
 * key   = "talos" / "schematic" / part [ "?" ]   ; a part of Kubernetes, "?" where Talos chose it
 * value = a version, a schematic's id, or the name of an image
 * </pre>
 *
 * <p>The sum begins the SHA-256 of what stands between, so that a line that somebody cut or edited
 * is not taken for what ran. No part of it is secret.
 *
 * @param ran what ran; empty if there is such a line but it cannot be read
 */
public record VersionNote(Optional<RunningVersions> ran) {
  private static final String BEGIN = "talosforge: ran ";
  private static final String TALOS = "talos";
  private static final String SCHEMATIC = "schematic";
  private static final String CHOSEN = "?";
  private static final Pattern LINE =
      Pattern.compile(Pattern.quote(BEGIN) + "(?<said>.+) sum=(?<sum>[0-9a-f]{8})");
  private static final Pattern WORD = Pattern.compile("(?<key>[a-z-]+\\??)=(?<value>\\S+)");
  private static final Pattern IMAGE =
      Pattern.compile("[A-Za-z0-9\\[][A-Za-z0-9._:/\\[\\]-]*(@[a-z0-9]+:[0-9a-f]{32,128})?");

  /** Notes what a node ran. */
  public static VersionNote of(RunningVersions ran) {
    return new VersionNote(Optional.of(ran));
  }

  /** Finds the line in the notes of a VM; two of them say nothing that could be read. */
  public static Optional<VersionNote> in(String notes) {
    List<String> found = notes.lines().map(String::strip).filter(VersionNote::isOurs).toList();
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(new VersionNote(found.size() == 1 ? read(found.get(0)) : Optional.empty()));
  }

  private static boolean isOurs(String line) {
    return (line + " ").startsWith(BEGIN);
  }

  /** Returns the notes without any such line. */
  public static String without(String notes) {
    return notes.lines().filter(line -> !isOurs(line.strip())).collect(Collectors.joining("\n"));
  }

  /** Returns the notes with this line before them, and no other one. */
  public String addedTo(String notes) {
    String others = without(notes);
    return others.isEmpty() ? line() : line() + "\n" + others;
  }

  /** Returns the line. */
  String line() {
    String said = said(ran.orElseThrow());
    return BEGIN + said + " sum=" + sum(said);
  }

  private static String said(RunningVersions ran) {
    List<String> words = new ArrayList<>();
    ran.talos().ifPresent(version -> words.add(TALOS + "=" + version));
    ran.schematic().ifPresent(id -> words.add(SCHEMATIC + "=" + id));
    ran.kubernetes()
        .ifPresent(
            images -> {
              words.addAll(said(images.images(), ""));
              words.addAll(said(images.chosen(), CHOSEN));
            });
    return String.join(" ", words);
  }

  /** What is no name of an image starts nothing, and could be anything. */
  private static List<String> said(Map<KubernetesPart, ImageName> images, String mark) {
    return images.entrySet().stream()
        .filter(image -> IMAGE.matcher(image.getValue().text()).matches())
        .map(image -> image.getKey().label() + mark + "=" + image.getValue().text())
        .toList();
  }

  private static Optional<RunningVersions> read(String line) {
    Matcher whole = LINE.matcher(line);
    return whole.matches() && sum(whole.group("said")).equals(whole.group("sum"))
        ? words(whole.group("said")).flatMap(VersionNote::versions)
        : Optional.empty();
  }

  /** Takes the words apart; none may come twice. */
  private static Optional<Map<String, String>> words(String said) {
    Map<String, String> words = new LinkedHashMap<>();
    for (String text : said.split(" ", -1)) {
      Matcher word = WORD.matcher(text);
      if (!word.matches() || words.put(word.group("key"), word.group("value")) != null) {
        return Optional.empty();
      }
    }
    return Optional.of(words);
  }

  private static Optional<RunningVersions> versions(Map<String, String> words) {
    Optional<String> talos = Optional.ofNullable(words.remove(TALOS));
    Optional<String> schematic = Optional.ofNullable(words.remove(SCHEMATIC));
    Map<KubernetesPart, ImageName> named = images(words, "");
    Map<KubernetesPart, ImageName> chosen = images(words, CHOSEN);
    if (talos.isEmpty() || !words.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new RunningVersions(
              talos.map(TalosVersion::of),
              schematic.map(SchematicId::of),
              named.isEmpty() && chosen.isEmpty()
                  ? Optional.empty()
                  : Optional.of(new KubernetesImages(named, chosen)),
              Optional.empty()));
    } catch (InvalidValueException notWrittenByUs) {
      return Optional.empty();
    }
  }

  private static Map<KubernetesPart, ImageName> images(Map<String, String> words, String mark) {
    Map<KubernetesPart, ImageName> images = new EnumMap<>(KubernetesPart.class);
    for (KubernetesPart part : KubernetesPart.values()) {
      Optional.ofNullable(words.remove(part.label() + mark))
          .ifPresent(image -> images.put(part, new ImageName(image)));
    }
    return images;
  }

  private static String sum(String said) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(said.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 4);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }
}
