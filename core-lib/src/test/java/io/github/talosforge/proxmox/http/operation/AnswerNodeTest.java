package io.github.talosforge.proxmox.http.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers and booleans in every spelling that releases and storage plug-ins use. */
class AnswerNodeTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"1", "\"1\"", "true", "\"true\"", "\"yes\"", "\"on\"", "\"On\"", "1.0", "\"2\""})
  void yes(String json) {
    assertThat(node("{\"x\":" + json + "}").flag("x")).isTrue();
    assertThat(node("{\"x\":" + json + "}").flag("x", false)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "\"0\"", "false", "\"no\"", "\"off\"", "null", "\"\"", "0.0"})
  void no(String json) {
    assertThat(node("{\"x\":" + json + "}").flag("x")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"8192", "\"8192\"", "8192.0", "\" 8192 \"", "\"8192.0\"", "8.192e3"})
  void numbers(String json) {
    assertThat(node("{\"x\":" + json + "}").number("x")).hasValue(8192);
    assertThat(node("{\"x\":" + json + "}").integer("x")).hasValue(8192);
    assertThat(node("{\"x\":" + json + "}").decimal("x")).hasValue(8192);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"x\":null}", "{\"x\":\"\"}"})
  void absent(String json) {
    assertThat(node(json).number("x")).isEmpty();
    assertThat(node(json).text("x")).isEmpty();
    assertThat(node(json).instant("x")).isEmpty();
    assertThat(node(json).words("x")).isEmpty();
    assertThat(node(json).flag("x", true)).isTrue();
  }

  @Test
  void booleansCountAsNumbers() {
    assertThat(node("{\"x\":true}").number("x")).hasValue(1);
    assertThat(node("{\"x\":false}").number("x")).hasValue(0);
  }

  @Test
  void theNextIdComesAsTextOrNumber() {
    assertThat(node("\"101\"").wholeNumber()).isEqualTo(101);
    assertThat(node("101").wholeNumber()).isEqualTo(101);
  }

  @Test
  void textsMayBeNumbers() {
    assertThat(node("{\"x\":8192}").text("x")).contains("8192");
    assertThat(node("{\"x\":[1]}").text("x")).isEmpty();
  }

  @Test
  void listsMayBeTextsOrLists() {
    assertThat(node("{\"x\":\"images,iso; import\"}").words("x"))
        .containsExactly("images", "import", "iso");
    assertThat(node("{\"x\":[\"b\",\"a\"]}").words("x")).containsExactly("a", "b");
  }

  @Test
  void aTagThatBreaksTheGrammarDoesNotHideTheOthers() {
    assertThat(node("{\"x\":\"talos;a=b;Prod\"}").tags("x").names())
        .containsExactly("prod", "talos");
  }

  @Test
  void zeroIsNoPointInTime() {
    assertThat(node("{\"x\":0}").instant("x")).isEmpty();
    assertThat(node("{\"x\":\"1700000000\"}").instant("x"))
        .contains(Instant.ofEpochSecond(1_700_000_000));
  }

  @Test
  void whatIsNoNumberIsReportedWithItsField() {
    assertThatThrownBy(() -> node("{\"maxmem\":\"much\"}").number("maxmem"))
        .isInstanceOfSatisfying(
            ProxmoxException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(ErrorKind.PROTOCOL);
              assertThat(e)
                  .hasMessageContaining("maxmem should be a number but is STRING \"much\"");
            });
    assertThatThrownBy(() -> node("{\"a\":1}").items()).hasMessageContaining("should be a list");
    assertThatThrownBy(() -> node("{}").requiredText("vmid"))
        .hasMessageContaining("vmid should be a text but is missing");
  }

  private static AnswerNode node(String json) {
    try {
      return new AnswerNode(new ObjectMapper().readTree(json));
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }
}
