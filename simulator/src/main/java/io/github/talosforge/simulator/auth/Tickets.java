package io.github.talosforge.simulator.auth;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Tickets and the tokens against forged requests: a text, a time and a signature. */
final class Tickets {
  private static final Pattern TICKET =
      Pattern.compile("PVE:([^:\\s]+@[^:\\s]+):([0-9A-F]{8})::(\\S+)");
  private static final Pattern FORGERY = Pattern.compile("([0-9A-F]{8}):(\\S+)");
  private static final long LIFETIME = Duration.ofHours(2).toSeconds();
  private static final long CLOCK_SKEW = Duration.ofMinutes(5).toSeconds();

  private final SecretKeySpec key;

  Tickets(String key) {
    this.key = new SecretKeySpec(HexFormat.of().parseHex(key), "HmacSHA256");
  }

  String ticket(String user, Instant now) {
    String plain = "PVE:" + user + ":" + hex(now);
    return plain + "::" + signature(plain);
  }

  /** A ticket that only proves the first factor. */
  String challenge(String user, Instant now) {
    String plain = "PVE:!tfa!" + user + ":" + hex(now);
    return plain + "::" + signature(plain);
  }

  /** The user of a ticket that is genuine and not too old, or null. */
  @Nullable String user(String ticket, Instant now) {
    Matcher matcher = TICKET.matcher(ticket);
    if (!matcher.matches() || matcher.group(1).startsWith("!tfa!")) {
      return null;
    }
    String plain = ticket.substring(0, ticket.indexOf("::"));
    return isGenuine(plain, matcher.group(3)) && isFresh(matcher.group(2), now)
        ? matcher.group(1)
        : null;
  }

  String forgeryToken(String user, Instant now) {
    return hex(now) + ":" + signature(hex(now) + ":" + user);
  }

  boolean isForgeryToken(@Nullable String token, String user, Instant now) {
    Matcher matcher = FORGERY.matcher(token == null ? "" : token);
    return matcher.matches()
        && isGenuine(matcher.group(1) + ":" + user, matcher.group(2))
        && isFresh(matcher.group(1), now);
  }

  private static boolean isFresh(String time, Instant now) {
    long age = now.getEpochSecond() - Long.parseLong(time, 16);
    return age >= -CLOCK_SKEW && age <= LIFETIME;
  }

  private boolean isGenuine(String plain, String signature) {
    return MessageDigest.isEqual(
        signature(plain).getBytes(StandardCharsets.US_ASCII),
        signature.getBytes(StandardCharsets.US_ASCII));
  }

  private String signature(String plain) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      return Base64.getEncoder()
          .withoutPadding()
          .encodeToString(mac.doFinal(plain.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This Java has no HmacSHA256", e);
    }
  }

  private static String hex(Instant now) {
    return String.format(Locale.ROOT, "%08X", now.getEpochSecond());
  }
}
