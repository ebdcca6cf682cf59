package io.github.talosforge.simulator.auth;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a request carries to say who it comes from. A cookie wins over a ticket in the Authorization
 * header, and that over a token.
 *
 * @param ticket a ticket
 * @param token {@code user@realm!name=secret}
 * @param forgeryToken the value of CSRFPreventionToken
 */
public record Credentials(
    @Nullable String ticket, @Nullable String token, @Nullable String forgeryToken) {
  private static final String COOKIE = "PVEAuthCookie";
  private static final String TOKEN = "PVEAPIToken";

  /**
   * Reads the headers of a request.
   *
   * @param cookie the Cookie header
   * @param authorization the Authorization header
   * @param forgeryToken the CSRFPreventionToken header
   * @return what they carry
   */
  public static Credentials of(
      @Nullable String cookie, @Nullable String authorization, @Nullable String forgeryToken) {
    String ticket = value(cookie, COOKIE);
    if (ticket == null) {
      ticket = value(authorization, COOKIE);
    }
    String token = ticket == null ? value(authorization, TOKEN) : null;
    return new Credentials(ticket, token, forgeryToken);
  }

  private static @Nullable String value(@Nullable String header, String key) {
    Matcher matcher =
        Pattern.compile("(?:^|\\s)" + key + "[= ]([^;]*)").matcher(header == null ? "" : header);
    if (!matcher.find()) {
      return null;
    }
    String raw = matcher.group(1);
    try {
      // A plus sign is a plus sign here, not a blank.
      return URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return raw;
    }
  }
}
