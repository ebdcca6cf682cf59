package io.github.talosforge.secrets.sops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.yaml.YamlMap;
import io.github.talosforge.yaml.YamlText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** For whom a new file is encrypted follows from what sops users have already. */
class CreationRuleTest {
  private static final String ONE = SopsFixtures.AgeKey.make().recipient();
  private static final String TWO = SopsFixtures.AgeKey.make().recipient();
  private static final SopsEnvironment NOTHING = SopsFixtures.environment(Map.of());

  @TempDir Path root;

  private Optional<CreationRule> lookUp(String file, String rules) throws IOException {
    Files.writeString(root.resolve(".sops.yaml"), rules);
    return CreationRule.lookUp(root.resolve(file), NOTHING);
  }

  private static List<String> recipients(Optional<CreationRule> rule) {
    return rule.orElseThrow().recipients().stream().map(AgeRecipient::value).toList();
  }

  @Test
  void withoutRulesNobodyIsKnown() {
    assertThat(CreationRule.lookUp(root.resolve("secrets.yaml"), NOTHING)).isEmpty();
  }

  @Test
  void theFirstRuleThatFitsCounts() throws IOException {
    String rules =
        """
        creation_rules:
          - path_regex: ^other/
            age: %s
          - path_regex: talos/.*\\.sops\\.ya?ml$
            encrypted_regex: ^(token|key)$
            mac_only_encrypted: true
            age: >-
              %s,
              %s
          - age: %s
        """
            .formatted(ONE, ONE, TWO, TWO);
    Optional<CreationRule> rule = lookUp("talos/secrets.sops.yaml", rules);
    assertThat(recipients(rule)).containsExactly(ONE, TWO);
    assertThat(rule.orElseThrow().onlyEncrypted()).isTrue();
    assertThat(rule.orElseThrow().selection())
        .isEqualTo(new Selection(Selection.Rule.ENCRYPTED_REGEX, "^(token|key)$"));
    assertThat(recipients(lookUp("secrets.yaml", rules))).containsExactly(TWO);
  }

  @Test
  void aListOfRecipientsAndASingleGroupAreRead() throws IOException {
    assertThat(
            recipients(lookUp("a.yaml", "creation_rules: [{age: [%s, %s]}]".formatted(ONE, TWO))))
        .containsExactly(ONE, TWO);
    assertThat(
            recipients(
                lookUp("a.yaml", "creation_rules: [{key_groups: [{age: [%s]}]}]".formatted(ONE))))
        .containsExactly(ONE);
  }

  @Test
  void theVariableComesFirstButTheRulesStillChooseTheValues() throws IOException {
    Files.writeString(
        root.resolve(".sops.yaml"),
        "creation_rules: [{age: %s, encrypted_suffix: _secret}]".formatted(ONE));
    Optional<CreationRule> rule =
        CreationRule.lookUp(
            root.resolve("a.yaml"),
            SopsFixtures.environment(Map.of("SOPS_AGE_RECIPIENTS", " " + TWO + " ")));
    assertThat(recipients(rule)).containsExactly(TWO);
    assertThat(rule.orElseThrow().selection().rule()).isEqualTo(Selection.Rule.ENCRYPTED_SUFFIX);
  }

  @Test
  void rulesThatWantMoreThanAgeAreRefused() throws IOException {
    assertThatThrownBy(
            () -> lookUp("a.yaml", "creation_rules: [{age: %s, pgp: FBC7}]".formatted(ONE)))
        .isInstanceOf(SopsException.class)
        .hasMessageStartingWith("The rule in .sops.yaml encrypts with 'pgp' too; only age");
    assertThatThrownBy(
            () -> lookUp("a.yaml", "creation_rules: [{key_groups: [{age: [x]}, {age: [y]}]}]"))
        .hasMessageStartingWith("The rule in .sops.yaml shares keys among several key_groups");
  }

  @Test
  void rulesOfWhichNoneFitsAreNotTakenForNone() {
    assertThatThrownBy(
            () -> lookUp("a.yaml", "creation_rules: [{path_regex: ^b, age: %s}]".formatted(ONE)))
        .isInstanceOf(SopsException.class)
        .hasMessage(
            "The rules of SOPS in "
                + root.resolve(".sops.yaml")
                + " have none for it, and in clear it is not written beside them (path_regex: ^b)."
                + " Add one to creation_rules, such as {path_regex: a\\.yaml$, age: <age1…>}, or"
                + " give the file a name that one fits.");
    assertThatThrownBy(() -> lookUp("a.yaml", "stores: {}"))
        .hasMessageContaining("have none for it, and in clear it is not written beside them. Add");
    assertThatThrownBy(() -> lookUp("a.yaml", "creation_rules: [{encrypted_regex: a}]"))
        .hasMessageContaining("names no recipient, and in clear it is not written beside it");
  }

  @Test
  void whatARuleLeavesOutIsNamed() throws IOException {
    YamlMap document =
        YamlText.read("a.yaml", "{certs: {os: {crt: c, key: k}}, token: t, list: [{x: 1}]}");
    String rule = "creation_rules: [{age: %s, %s}]";
    assertThat(inClear(document, rule.formatted(ONE, "encrypted_regex: ^(token|os)$")))
        .containsExactly("list.x");
    assertThat(inClear(document, rule.formatted(ONE, "unencrypted_regex: ^key$")))
        .containsExactly("certs.os.key");
    assertThat(inClear(document, rule.formatted(ONE, "encrypted_suffix: en")))
        .containsExactly("certs.os.crt", "certs.os.key", "list.x");
    assertThat(inClear(document, "creation_rules: [{age: %s}]".formatted(ONE))).isEmpty();
  }

  private List<String> inClear(YamlMap document, String rules) throws IOException {
    return lookUp("a.yaml", rules).orElseThrow().inClear(document);
  }

  @Test
  void brokenRulesAreNamed() {
    assertThatThrownBy(() -> lookUp("a.yaml", "creation_rules: ["))
        .hasMessageStartingWith("The rules of SOPS cannot be read: " + root.resolve(".sops.yaml"));
    assertThatThrownBy(() -> lookUp("a.yaml", "creation_rules: [{path_regex: '(', age: x}]"))
        .hasMessageContaining("path_regex '(' is not valid");
    assertThatThrownBy(
            () ->
                lookUp(
                    "a.yaml",
                    "creation_rules: [{age: %s, encrypted_regex: a, encrypted_suffix: b}]"
                        .formatted(ONE)))
        .hasMessageContaining("more than one rule");
  }
}
