package io.github.talosforge.redaction;

import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Knows secrets by what they look like, wherever they stand. */
final class SecretForms {
  private static final List<String> FORMS =
      List.of(
          // Keys in PEM, whole, or cut off; and their base64.
          "-----BEGIN [A-Z0-9 ]{1,40}-----"
              + "(?:[\\s\\S]{0,20000}?-----END [A-Z0-9 ]{1,40}-----|[A-Za-z0-9+/=\\s\\\\]*)",
          "-----BEGIN (?!…-----)[^\\r\\n]*",
          "LS0tLS1CRUdJTi[A-Za-z0-9+/=_-]*",
          "AGE-(?:SECRET-KEY|PLUGIN-[A-Z0-9]+)-1[0-9A-Za-z]+",
          "ENC\\[AES256_GCM,[^\\]]*\\]?",
          "\\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\\b",
          "\\bgh[pousr]_[A-Za-z0-9]{16,}",
          "\\bgithub_pat_\\w{16,}",
          "\\bgl(?:pat|dt|rt|cbt|ptt|ft|soat|agent)-[\\w-]{16,}",
          "\\bxox[abposr]-[\\w-]{8,}",
          "(?<=hooks\\.slack\\.com/)[^\\s\"'<>]+",
          "\\b[sr]k_(?:live|test)_\\w+",
          "\\bAIza[\\w-]{30,}",
          "\\bya29\\.[\\w-]+",
          "\\b(?:npm|dckr_pat|dop_v1|shpat|lin_api|hf)_[A-Za-z0-9_-]{16,}",
          "\\b(?:pypi|tskey|sk)-[A-Za-z0-9][\\w-]{12,}",
          "\\bhv[bs]\\.[\\w-]{8,}",
          "\\bSG\\.[\\w-]{16,}\\.[\\w-]{16,}",
          "\\beyJ[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]*){0,4}",
          "\\$(?:1|2[aby]|5|6|y|argon2\\w*)\\$[^\\s\"']+",
          // How kubelets join: six and sixteen characters.
          "(?<![\\w.-])[a-z0-9]{6}\\.(?=[a-z]*[0-9])[a-z0-9]{16}(?![\\w.-])",
          // Tickets of Proxmox VE, and what goes with them.
          "\\bPVE\\w*(?::|%3A)[^\\s:]+(?::|%3A)[0-9A-Fa-f]{8}(?:::|%3A%3A)[^\\s\"';]+",
          "\\b[0-9A-F]{8}:[A-Za-z0-9+/]{27,}=*",
          // A secret key of AWS: forty characters, and no path.
          "(?<![\\w+/=.-])(?!/|\\S{0,40}(?<![^/])[a-z]{4,}(?![^/\\s]))(?=[^\\s]{0,39}[A-Z])"
              + "(?=[^\\s]{0,39}[a-z])(?=[^\\s]{0,39}[0-9])[A-Za-z0-9/+]{40}(?![\\w+/=-])");

  private static final Pattern FORM = Pattern.compile(String.join("|", FORMS));

  /** What stands before the secret tells that it is one; named, it stays. */
  private static final Pattern LED =
      Pattern.compile(
          "(?<lead>\\b[\\w.-]+@[\\w-]+![\\w.-]+(?:=|:(?=[0-9a-f]{8}-))"
              + "|(?i:\\b(?:basic|bearer)\\s+)(?=[^\\s\"']*[0-9=])"
              + "|(?<![\\w-])-u\\s+[^\\s:]{1,64}:"
              + "|(?<![\\w.:/-])(?!UPID|hidden:[0-9a-f]{8}\\))[\\w.-]{1,64}:(?=[^\\s:@/\"']{1,256}@(?!sha\\d|pam\\b|pve\\b)\\w))"
              + "(?<secret>(?!\\(hidden)[^\\s\"'@;,)]{3,})");

  /** Words of a path are no secrets, however long the path. */
  private static final Pattern WORD = Pattern.compile("[a-z]{4,}");

  private static final Pattern DENSE = Pattern.compile("[A-Za-z0-9+/_-]{24,}={0,2}");
  private static final int SHORTEST_DENSE = 24;
  private static final Pattern FINGERPRINT = Pattern.compile("[A-Za-z0-9+/]{43}=");

  private SecretForms() {}

  static String hide(String text, UnaryOperator<String> shown) {
    String formless =
        FORM.matcher(text)
            .replaceAll(found -> Matcher.quoteReplacement(shown.apply(found.group())));
    return LED.matcher(formless)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    ((Matcher) found).group("lead")
                        + shown.apply(((Matcher) found).group("secret"))));
  }

  /** Hides what nobody could have typed: long, without words, of all kinds of characters. */
  static String hideDense(String text, UnaryOperator<String> shown) {
    if (text.length() < SHORTEST_DENSE) {
      return text;
    }
    Matcher candidates = DENSE.matcher(text);
    StringBuilder hidden = new StringBuilder();
    while (candidates.find()) {
      String found = candidates.group();
      String result = isFingerprint(text, found) ? found : dense(found, shown);
      candidates.appendReplacement(hidden, Matcher.quoteReplacement(result));
    }
    return candidates.appendTail(hidden).toString();
  }

  /** What identifies a public key is there to be compared. */
  private static boolean isFingerprint(String text, String found) {
    return FINGERPRINT.matcher(found).matches()
        && text.toLowerCase(Locale.ROOT).contains("fingerprint");
  }

  private static String dense(String found, UnaryOperator<String> shown) {
    List<String> segments = List.of(found.split("/", -1));
    boolean path = segments.stream().anyMatch(segment -> WORD.matcher(segment).matches());
    if (path) {
      return segments.stream()
          .map(segment -> isDense(segment) ? shown.apply(segment) : segment)
          .collect(Collectors.joining("/"));
    }
    return isDense(found) ? shown.apply(found) : found;
  }

  private static boolean isDense(String text) {
    int turns = 0;
    for (int i = 1; i < text.length(); i++) {
      turns += kind(text.charAt(i)) == kind(text.charAt(i - 1)) ? 0 : 1;
    }
    return text.length() >= SHORTEST_DENSE
        && text.chars().anyMatch(Character::isUpperCase)
        && text.chars().anyMatch(Character::isLowerCase)
        && text.chars().anyMatch(Character::isDigit)
        && turns * 20 >= 9 * (text.length() - 1);
  }

  private static int kind(char character) {
    return Character.isDigit(character) ? 0 : Character.isUpperCase(character) ? 1 : 2;
  }
}
