package io.github.talosforge.redaction;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Knows names whose values must not be shown: of keys, options, parameters and variables. */
final class SecretNames {
  /** Words that make a name secret wherever they stand in it, written in whatever case. */
  private static final Set<String> WORDS =
      Set.of(
          "accesskey",
          "apikey",
          "auth",
          "authorization",
          "bearer",
          "cookie",
          "cred",
          "credential",
          "credentials",
          "creds",
          "csrf",
          "dsn",
          "hmac",
          "htpasswd",
          "jwt",
          "key",
          "keys",
          "otp",
          "pass",
          "passcode",
          "passphrase",
          "passwd",
          "password",
          "pgp",
          "preshared",
          "private",
          "psk",
          "pw",
          "pwd",
          "secret",
          "secrets",
          "session",
          "signature",
          "sshkeys",
          "ticket",
          "token",
          "tokens",
          "totp",
          "webhook");

  /** Parts of words, for names that run their words together. */
  private static final Pattern PARTS =
      Pattern.compile(
          "token|secret|passw|passphrase|privatekey|presharedkey|apikey|accesskey|credential");

  /** Last parts of words that are run together, and the words of the language that end alike. */
  private static final Pattern ENDS =
      Pattern.compile(
          "(?!(?:by|com|encom|over|sur|tres|under)pass$|(?:don|hot|mon|tur)keys?$)"
              + ".*(?:pw|pwd|pass|keys?|psk|creds|jwt|totp)");

  /** Last words that make a name one of a file, a place or a measure. */
  private static final Set<String> HARMLESS_ENDS =
      Set.of(
          "bits",
          "count",
          "days",
          "dir",
          "directory",
          "env",
          "file",
          "files",
          "length",
          "path",
          "size",
          "ttl",
          "type");

  /** Names of files; {@code credentials_json} is none. */
  private static final Pattern FILE = Pattern.compile(".*\\.(?:ini|json|txt|ya?ml)");

  /** Whether firmware comes with the keys of vendors, a flag of Proxmox VE. */
  private static final String FIRMWARE_FLAG = "preenrolledkeys";

  /** Codes of findings stand before what they say. */
  private static final Pattern FINDING = Pattern.compile("TF(-[A-Z0-9]+)+");

  /** Words that prose uses before a colon without a secret behind it. */
  private static final Set<String> PROSE =
      Set.of(
          "auth",
          "cookie",
          "credential",
          "credentials",
          "key",
          "keys",
          "pass",
          "secrets",
          "session",
          "ticket",
          "tokens");

  /** Sections of which any value may be a secret. */
  private static final Set<String> SECTIONS =
      Set.of(
          "auth",
          "env",
          "environment",
          "variables",
          "extramanifestheaders",
          "headers",
          "credentialproviderconfig",
          "credentials",
          "secrets",
          "stringdata");

  /** Keys whose values may hold secrets, though their names do not say so. */
  private static final Set<String> KEYS = Set.of("apiurl", "content", "contents", "userdata");

  /** Lists of arguments of a kernel or a program. */
  private static final Set<String> ARGUMENTS =
      Set.of("extrakernelargs", "kernelargs", "cmdline", "args");

  private static final Pattern WORD_ENDS =
      Pattern.compile("[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

  private SecretNames() {}

  static boolean isSecret(String name) {
    List<String> words = words(name);
    return !words.isEmpty()
        && !FINDING.matcher(name).matches()
        && !FILE.matcher(name).matches()
        && !joined(words).equals(FIRMWARE_FLAG)
        && !HARMLESS_ENDS.contains(words.get(words.size() - 1))
        && (words.stream().anyMatch(SecretNames::isSecretWord)
            || PARTS.matcher(joined(words)).find());
  }

  private static boolean isSecretWord(String word) {
    return WORDS.contains(word) || ENDS.matcher(word).matches();
  }

  /** Tells whether a name keeps its value secret even where a sentence could go on behind it. */
  static boolean isSecretInProse(String name) {
    return !PROSE.contains(name.toLowerCase(Locale.ROOT)) && isSecret(name);
  }

  /** Tells whether a value at a place of a document is secret, whatever it is. */
  static boolean isSecretPlace(List<String> keys) {
    if (keys.isEmpty()) {
      return false;
    }
    String last = keys.get(keys.size() - 1);
    return KEYS.contains(joined(words(last)))
        || keys.stream().anyMatch(key -> isSecret(key) || SECTIONS.contains(joined(words(key))));
  }

  static boolean isArgument(List<String> keys) {
    return keys.stream().map(key -> joined(words(key))).anyMatch(SecretNames::endsInArguments);
  }

  private static boolean endsInArguments(String key) {
    return ARGUMENTS.stream().anyMatch(key::endsWith);
  }

  private static String joined(List<String> words) {
    return String.join("", words);
  }

  private static List<String> words(String name) {
    return Arrays.stream(WORD_ENDS.split(name))
        .filter(word -> !word.isEmpty())
        .map(word -> word.toLowerCase(Locale.ROOT))
        .map(word -> word.replaceFirst("[0-9]+$", ""))
        .filter(word -> !word.isEmpty())
        .toList();
  }
}
