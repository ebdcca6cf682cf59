package io.github.talosforge.secrets.sops;

import io.github.talosforge.yaml.YamlScalar;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;

/** Single values in the words that SOPS encrypts and adds to its checksum. */
final class SopsValue {
  private static final int DOUBLE_DIGITS = 17;
  private static final DateTimeFormatter READ =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-M-d[['T']['t'][' ']H:m:s")
          .optionalStart()
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .optionalEnd()
          .appendPattern("[XXX]]")
          .toFormatter(Locale.ROOT);

  private SopsValue() {}

  /** Writes a value out as Go's SOPS does. */
  static SopsPlain of(YamlScalar scalar) {
    return switch (scalar.type()) {
      case INTEGER -> SopsPlain.of(whole(scalar.text()).toString(), "int");
      case FLOAT -> SopsPlain.of(decimal(scalar.text()), "float");
      case FLAG -> SopsPlain.of(flag(scalar.text()) ? "True" : "False", "bool");
      case TIMESTAMP -> SopsPlain.of(timestamp(scalar.text()), "time");
      case TEXT, NULL -> SopsPlain.of(scalar.text(), "str");
    };
  }

  /** Takes a decrypted value for what it was. */
  static YamlScalar scalar(SopsPlain plain) {
    String text = plain.text();
    return switch (plain.type()) {
      case "int", "float", "time" -> YamlScalar.plain(text);
      case "bool" -> YamlScalar.plain(String.valueOf(flag(text)));
      case "str", "bytes" -> YamlScalar.text(text);
      default ->
          throw new SopsException(
              "A value has the type '"
                  + plain.type()
                  + "', which SOPS did not have when this was written");
    };
  }

  private static boolean flag(String text) {
    return text.equalsIgnoreCase("true") || text.equalsIgnoreCase("t") || text.equals("1");
  }

  private static BigInteger whole(String text) {
    String digits = text.replace("_", "").toLowerCase(Locale.ROOT);
    boolean negative = digits.startsWith("-");
    String bare = negative || digits.startsWith("+") ? digits.substring(1) : digits;
    BigInteger size = magnitude(bare);
    return negative ? size.negate() : size;
  }

  private static BigInteger magnitude(String digits) {
    if (digits.startsWith("0x")) {
      return new BigInteger(digits.substring(2), 16);
    }
    if (digits.startsWith("0b")) {
      return new BigInteger(digits.substring(2), 2);
    }
    if (digits.startsWith("0o")) {
      return new BigInteger(digits.substring(2), 8);
    }
    return new BigInteger(digits, digits.startsWith("0") ? 8 : 10);
  }

  /** The shortest digits that give the same number, without an exponent. */
  private static String decimal(String text) {
    String lower = text.replace("_", "").toLowerCase(Locale.ROOT);
    if (lower.endsWith(".nan")) {
      return "NaN";
    }
    if (lower.endsWith(".inf")) {
      return lower.startsWith("-") ? "-Inf" : "+Inf";
    }
    double value = Double.parseDouble(lower);
    BigDecimal exact = new BigDecimal(value);
    for (int digits = 1; digits < DOUBLE_DIGITS; digits++) {
      BigDecimal rounded = exact.round(new MathContext(digits));
      if (rounded.doubleValue() == value) {
        return shown(rounded);
      }
    }
    return shown(exact.round(new MathContext(DOUBLE_DIGITS)));
  }

  private static String shown(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }

  /** RFC 3339 with as many digits of the second as needed, as Go writes times. */
  private static String timestamp(String text) {
    TemporalAccessor read =
        READ.parseBest(text, OffsetDateTime::from, LocalDateTime::from, LocalDate::from);
    if (read instanceof OffsetDateTime time) {
      return trimmed(DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time));
    }
    LocalDateTime local =
        read instanceof LocalDateTime time ? time : ((LocalDate) read).atStartOfDay();
    Instant instant = local.toInstant(ZoneOffset.UTC);
    return trimmed(DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(instant.atOffset(ZoneOffset.UTC)));
  }

  /** ISO_OFFSET_DATE_TIME leaves the zeros of a fraction out by itself only in groups. */
  private static String trimmed(String time) {
    return time.replaceFirst("(\\.[0-9]*?)0+(?=[Z+-])", "$1").replaceFirst("\\.(?=[Z+-])", "");
  }
}
