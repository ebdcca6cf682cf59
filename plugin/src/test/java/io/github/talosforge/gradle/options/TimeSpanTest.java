package io.github.talosforge.gradle.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimeSpanTest {
  @Test
  void secondsMinutesAndHoursAreRead() {
    assertThat(TimeSpan.parse("90s")).isEqualTo(Duration.ofSeconds(90));
    assertThat(TimeSpan.parse("30m")).isEqualTo(Duration.ofMinutes(30));
    assertThat(TimeSpan.parse(" 2h ")).isEqualTo(Duration.ofHours(2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "30", "0s", "-1m", "1.5h", "1d", "PT30M", "9999999999s"})
  void anythingElseStatesTheGrammar(String text) {
    assertThatThrownBy(() -> TimeSpan.parse(text))
        .hasMessage(
            "'"
                + text
                + "' is not a time: expected a whole number and s, m or h, such as 90s or 1h");
  }
}
