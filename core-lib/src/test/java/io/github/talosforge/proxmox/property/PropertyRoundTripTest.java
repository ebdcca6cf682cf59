package io.github.talosforge.proxmox.property;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every property string, shown with hundreds of drawn ones of each kind. */
class PropertyRoundTripTest {
  private static final int DRAWS = 500;

  static Stream<Grammar> grammars() {
    Stream<Grammar> drives =
        Stream.of(DriveBus.values())
            .flatMap(bus -> Stream.of(DriveGrammar.ofDisk(bus), DriveGrammar.ofCdRom(bus)));
    return Stream.concat(
        drives,
        Stream.of(
            NetworkDevice.GRAMMAR,
            EfiDisk.GRAMMAR,
            TpmState.GRAMMAR,
            PassedThroughDevice.GRAMMAR,
            StartupOrder.GRAMMAR,
            GuestAgent.GRAMMAR,
            BootOrder.GRAMMAR,
            IpConfig.GRAMMAR,
            CpuType.GRAMMAR,
            NumaNode.GRAMMAR,
            Memory.GRAMMAR,
            Smbios.GRAMMAR,
            Display.GRAMMAR,
            SerialPort.GRAMMAR,
            RandomSource.GRAMMAR,
            Watchdog.GRAMMAR,
            MachineType.GRAMMAR));
  }

  @ParameterizedTest
  @MethodSource("grammars")
  void whatIsWrittenReadsBackTheSame(Grammar grammar) {
    RandomProperty draw = new RandomProperty(1);
    for (int i = 0; i < DRAWS; i++) {
      Map<String, String> values = draw.values(grammar);
      values.put(draw.unknownKey(), "kept");
      PropertyString read = grammar.parse(draw.write(grammar, values));
      assertThat(read.values()).isEqualTo(values);
      assertThat(grammar.parse(read.text()).values()).isEqualTo(values);
      assertThat(grammar.parse(read.text()).text()).isEqualTo(read.text());
      assertThat(read.unknownKeys()).hasSize(1);
    }
  }

  @ParameterizedTest
  @MethodSource("grammars")
  void otherSpellingsAndOrdersMeanTheSame(Grammar grammar) {
    RandomProperty draw = new RandomProperty(2);
    for (int i = 0; i < DRAWS; i++) {
      Map<String, String> values = draw.values(grammar);
      Map<String, String> respelled = new LinkedHashMap<>();
      values.forEach(
          (key, value) ->
              respelled.put(key, draw.otherSpelling(grammar.keys().get(key).syntax(), value)));
      PropertyString one = grammar.parse(draw.write(grammar, values));
      PropertyString other = grammar.parse(draw.write(grammar, respelled));
      assertThat(other).isEqualTo(one).hasSameHashCodeAs(one);
      assertThat(other.differencesTo(one)).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("grammars")
  void defaultsAndInformationDoNotMatterAndEverythingElseDoes(Grammar grammar) {
    RandomProperty draw = new RandomProperty(3);
    for (GrammarKey key : grammar.keys().values()) {
      Map<String, String> values = draw.values(grammar);
      values.remove(key.name());
      values.remove("base64");
      PropertyString without = grammar.parse(draw.write(grammar, values));
      String value = key.defaultValue() == null ? draw.value(key.syntax()) : key.defaultValue();
      PropertyString with = without.with(key.name(), value);
      boolean matters =
          !key.informational() && key.defaultValue() == null && !key.name().equals("base64");
      assertThat(with.equals(without)).as(key.name()).isEqualTo(!matters);
      assertThat(with.differencesTo(without)).hasSize(matters ? 1 : 0);
    }
  }

  @ParameterizedTest
  @MethodSource("grammars")
  void aRepeatedKeyIsRefusedWithTheGrammar(Grammar grammar) {
    RandomProperty draw = new RandomProperty(4);
    for (GrammarKey key : grammar.keys().values()) {
      String part = key.name() + "=" + draw.value(key.syntax());
      assertFault(grammar, part + "," + part, "'" + key.name() + "' is given twice");
    }
  }

  @ParameterizedTest
  @MethodSource("grammars")
  void aKeyWithoutValueIsRefusedWithTheGrammar(Grammar grammar) {
    for (GrammarKey key : grammar.keys().values()) {
      assertFault(grammar, key.name() + "=", "needs both a key and a value");
    }
  }

  private static void assertFault(Grammar grammar, String text, String problem) {
    assertThat(catchThrowableOfType(PropertyFormatException.class, () -> grammar.parse(text)))
        .hasMessageContaining(problem)
        .hasMessageContaining("expected " + grammar.describe());
  }
}
