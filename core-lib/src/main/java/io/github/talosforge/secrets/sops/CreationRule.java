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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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
   * @return the rule, or nothing if no recipient is known
   * @throws SopsException if the rule wants more than age
   */
  public static Optional<CreationRule> lookUp(Path file, SopsEnvironment environment) {
    Path target = file.toAbsolutePath().normalize();
    List<AgeRecipient> named =
        environment.variable("SOPS_AGE_RECIPIENTS").map(CreationRule::recipients).orElse(List.of());
    Optional<YamlMap> rule = config(target, environment).flatMap(config -> rule(config, target));
    if (!named.isEmpty()) {
      return Optional.of(rule.map(keys -> of(keys, named)).orElseGet(() -> of(named)));
    }
    return rule.flatMap(CreationRule::withOwnRecipients);
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

  private static Optional<YamlMap> rule(Path config, Path target) {
    try {
      @Nullable Path directory = config.toAbsolutePath().getParent();
      Path shown =
          directory != null && target.startsWith(directory) ? directory.relativize(target) : target;
      String name = shown.toString().replace('\\', '/');
      return YamlText.readAll(config.toString(), Files.readString(config)).stream()
          .flatMap(document -> document.list("creation_rules").stream())
          .flatMap(rules -> rules.items().stream())
          .filter(YamlMap.class::isInstance)
          .map(YamlMap.class::cast)
          .filter(rule -> fits(config, rule, name))
          .findFirst();
    } catch (IOException | UnreadableYamlException e) {
      throw new SopsException("The rules of SOPS cannot be read: " + e.getMessage(), e);
    }
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

  private static Optional<CreationRule> withOwnRecipients(YamlMap rule) {
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
    return recipients.isEmpty() ? Optional.empty() : Optional.of(of(rule, recipients));
  }

  private static CreationRule of(YamlMap rule, List<AgeRecipient> recipients) {
    return new CreationRule(
        recipients,
        Selection.of(CONFIG, rule),
        rule.text("mac_only_encrypted").orElse("false").equals("true"));
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
