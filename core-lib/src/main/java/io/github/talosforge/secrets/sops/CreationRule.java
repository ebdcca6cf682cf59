package io.github.talosforge.secrets.sops;

import io.github.talosforge.yaml.UnreadableYamlException;
import io.github.talosforge.yaml.YamlList;
import io.github.talosforge.yaml.YamlMap;
import io.github.talosforge.yaml.YamlScalar;
import io.github.talosforge.yaml.YamlText;
import io.github.talosforge.yaml.YamlValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * For whom a new file is encrypted, and which of its values.
 *
 * @param recipients who can open it, at least one
 * @param selection which values are encrypted
 * @param onlyEncrypted whether the checksum leaves the other values out
 */
public record CreationRule(
    List<AgeRecipient> recipients, Selection selection, boolean onlyEncrypted) {
  private static final String CONFIG = ".sops.yaml";
  private static final List<String> NOT_AGE =
      List.of("pgp", "kms", "gcp_kms", "azure_keyvault", "hc_vault_transit_uri", "hckms");

  /** Keeps an own copy of the recipients. */
  public CreationRule {
    recipients = List.copyOf(recipients);
    if (recipients.isEmpty()) {
      throw new SopsException("A file is encrypted for at least one recipient");
    }
  }

  /** Encrypts every value for some recipients. */
  public static CreationRule of(List<AgeRecipient> recipients) {
    return new CreationRule(recipients, Selection.USUAL, false);
  }

  /**
   * Looks up what SOPS would do with a new file: the recipients in {@code SOPS_AGE_RECIPIENTS}, or
   * those of the first rule that fits in the nearest {@code .sops.yaml} above the file.
   *
   * @param file where the file will be
   * @param environment the environment
   * @return the rule, or nothing if nobody says that files are encrypted
   * @throws SopsException if there are rules but none for this file, or it wants more than age
   */
  public static Optional<CreationRule> lookUp(Path file, SopsEnvironment environment) {
    Path target = file.toAbsolutePath().normalize();
    List<AgeRecipient> named =
        environment.variable("SOPS_AGE_RECIPIENTS").map(CreationRule::recipients).orElse(List.of());
    Optional<Path> config = config(target, environment);
    Optional<YamlMap> rule = config.flatMap(at -> rules(at).filter(fits(at, target)).findFirst());
    if (!named.isEmpty()) {
      return Optional.of(rule.map(keys -> of(keys, named)).orElseGet(() -> of(named)));
    }
    return config.map(
        at ->
            rule.map(keys -> withOwnRecipients(at, keys))
                .orElseThrow(() -> fitsNothing(at, target)));
  }

  /** Whoever has rules means files to be encrypted: one that none fits is not to be in clear. */
  private static SopsException fitsNothing(Path config, Path target) {
    List<String> tried =
        rules(config).flatMap(rule -> rule.text("path_regex").stream()).distinct().toList();
    return new SopsException(
        "The rules of SOPS in "
            + config
            + " have none for it, and in clear it is not written beside them"
            + (tried.isEmpty() ? "" : " (path_regex: " + String.join(", ", tried) + ")")
            + ". Add one to creation_rules, such as {path_regex: "
            + String.valueOf(target.getFileName()).replace(".", "\\.")
            + "$, age: <age1…>}, or give the file a name that one fits.");
  }

  private static Optional<Path> config(Path target, SopsEnvironment environment) {
    Optional<Path> named = environment.variable("SOPS_CONFIG").map(Path::of);
    @Nullable Path start = target.getParent();
    return named.or(
        () ->
            Stream.iterate(start, at -> at != null, Path::getParent)
                .map(directory -> directory.resolve(CONFIG))
                .filter(Files::isRegularFile)
                .findFirst());
  }

  private static Stream<YamlMap> rules(Path config) {
    try {
      return YamlText.readAll(config.toString(), Files.readString(config)).stream()
          .flatMap(document -> document.list("creation_rules").stream())
          .flatMap(rules -> rules.items().stream())
          .filter(YamlMap.class::isInstance)
          .map(YamlMap.class::cast);
    } catch (IOException | UnreadableYamlException e) {
      throw new SopsException("The rules of SOPS cannot be read: " + e.getMessage(), e);
    }
  }

  private static Predicate<YamlMap> fits(Path config, Path target) {
    @Nullable Path directory = config.toAbsolutePath().getParent();
    Path shown =
        directory != null && target.startsWith(directory) ? directory.relativize(target) : target;
    String name = shown.toString().replace('\\', '/');
    return rule -> fits(config, rule, name);
  }

  private static boolean fits(Path config, YamlMap rule, String name) {
    String regex = rule.text("path_regex").orElse("");
    try {
      return regex.isEmpty() || Pattern.compile(regex).matcher(name).find();
    } catch (PatternSyntaxException e) {
      throw new SopsException(
          config + ": path_regex '" + regex + "' is not valid: " + e.getDescription(), e);
    }
  }

  private static CreationRule withOwnRecipients(Path config, YamlMap rule) {
    List<YamlValue> groups = rule.list("key_groups").map(YamlList::items).orElse(List.of());
    if (groups.size() > 1) {
      throw new SopsException(
          "The rule in .sops.yaml shares keys among several key_groups, which is not supported"
              + " here. Encrypt the file with 'sops encrypt -i' instead.");
    }
    YamlMap keys = groups.size() == 1 && groups.get(0) instanceof YamlMap only ? only : rule;
    Optional<String> other =
        NOT_AGE.stream().filter(kind -> keys.get(kind).isPresent()).findFirst();
    if (other.isPresent()) {
      throw new SopsException(
          "The rule in .sops.yaml encrypts with '"
              + other.get()
              + "' too; only age is supported here, and a file without the other key would shut"
              + " its owners out. Make the file with 'sops encrypt' instead.");
    }
    List<AgeRecipient> recipients =
        keys.get("age").stream().flatMap(CreationRule::texts).flatMap(CreationRule::each).toList();
    if (recipients.isEmpty()) {
      throw new SopsException(
          "The rule of SOPS that fits it in "
              + config
              + " names no recipient, and in clear it is not written beside it. Add 'age: <age1…>'"
              + " to the rule.");
    }
    return of(rule, recipients);
  }

  private static CreationRule of(YamlMap rule, List<AgeRecipient> recipients) {
    return new CreationRule(
        recipients,
        Selection.of(CONFIG, rule),
        rule.text("mac_only_encrypted").orElse("false").equals("true"));
  }

  /**
   * Names the values that a file would keep in clear by this rule.
   *
   * @param document the content of the file
   * @return the ways to them, such as {@code certs.os.key}
   */
  public List<String> inClear(YamlMap document) {
    List<String> found = new ArrayList<>();
    collect(document, List.of(), found);
    return found;
  }

  private void collect(YamlValue value, List<String> path, List<String> found) {
    if (value instanceof YamlMap map) {
      map.entries()
          .forEach(
              (key, held) ->
                  collect(held, Stream.concat(path.stream(), Stream.of(key)).toList(), found));
    } else if (value instanceof YamlList list) {
      list.items().forEach(item -> collect(item, path, found));
    } else if (!selection.encrypts(path)) {
      found.add(String.join(".", path));
    }
  }

  /** Says by what rule values are chosen, as it stands in the file with the rules. */
  public String choice() {
    return selection.rule().key() + ": " + selection.word();
  }

  private static Stream<String> texts(YamlValue value) {
    if (value instanceof YamlList list) {
      return list.items().stream().flatMap(CreationRule::texts);
    }
    return value instanceof YamlScalar scalar ? Stream.of(scalar.text()) : Stream.of();
  }

  private static List<AgeRecipient> recipients(String text) {
    return each(text).toList();
  }

  private static Stream<AgeRecipient> each(String text) {
    return Arrays.stream(text.split(",", -1))
        .map(String::strip)
        .filter(part -> !part.isEmpty())
        .map(AgeRecipient::new);
  }
}
