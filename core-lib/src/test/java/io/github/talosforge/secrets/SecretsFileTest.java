package io.github.talosforge.secrets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.secrets.sops.SopsEnvironment;
import io.github.talosforge.secrets.sops.SopsFixtures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A cluster's secrets are made once, for their owner only, and never get lost or leak. */
class SecretsFileTest {
  private static final SopsEnvironment NO_KEYS = SopsFixtures.environment(Map.of());

  @TempDir Path temp;
  private Path root;
  private final SecureRandom random = new SecureRandom();

  @BeforeEach
  void project() throws IOException {
    root = Files.createDirectories(temp.toRealPath().resolve("project"));
    Files.createFile(root.resolve("settings.gradle.kts"));
  }

  private SecretsFile file(String name) {
    return SecretsFile.at(root.resolve(name), NO_KEYS);
  }

  private void create(SecretsFile file) {
    file.create(Bundles.bundle(), Bundles.MADE, random);
  }

  @Test
  void whatWasWrittenIsRead() {
    SecretsFile file = file("talos/secrets.yaml");
    assertThat(file.exists()).isFalse();
    create(file);
    assertThat(file.exists()).isTrue();
    assertThat(file.read()).isEqualTo(Bundles.bundle());
  }

  @Test
  void onlyItsOwnerReadsIt() throws IOException {
    create(file("secrets.yaml"));
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(root.resolve("secrets.yaml"))))
        .isEqualTo("rw-------");
  }

  @Test
  void nothingElseIsLeftBehind() throws IOException {
    create(file("secrets.yaml"));
    try (Stream<Path> files = Files.list(root)) {
      assertThat(files.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("secrets.yaml", ".gitignore", "settings.gradle.kts");
    }
  }

  @Test
  void anExistingFileIsNeverWrittenOver() throws IOException {
    Path path = Files.writeString(root.resolve("secrets.yaml"), "mine");
    assertThatThrownBy(() -> create(file("secrets.yaml")))
        .isInstanceOf(SecretsException.class)
        .hasMessage(
            path + " exists already and is not written over. Move it away if it is not wanted.");
    assertThat(path).hasContent("mine");
  }

  @Test
  void aDanglingLinkIsNotWrittenThrough() throws IOException {
    Files.createSymbolicLink(root.resolve("secrets.yaml"), root.resolve("elsewhere"));
    assertThatThrownBy(() -> create(file("secrets.yaml"))).hasMessageContaining("exists already");
    assertThat(root.resolve("elsewhere")).doesNotExist();
  }

  @Test
  void ofManyWritersOneWins() throws Exception {
    int writers = 8;
    CountDownLatch start = new CountDownLatch(1);
    ExecutorService pool = Executors.newFixedThreadPool(writers);
    try {
      List<Future<Boolean>> results = new ArrayList<>();
      for (int i = 0; i < writers; i++) {
        results.add(pool.submit(attempt(start)));
      }
      start.countDown();
      int won = 0;
      for (Future<Boolean> result : results) {
        won += result.get() ? 1 : 0;
      }
      assertThat(won).isEqualTo(1);
    } finally {
      pool.shutdown();
    }
    assertThat(file("secrets.yaml").read()).isEqualTo(Bundles.bundle());
  }

  private Callable<Boolean> attempt(CountDownLatch start) {
    return () -> {
      start.await();
      try {
        create(file("secrets.yaml"));
        return true;
      } catch (SecretsException e) {
        assertThat(e).hasMessageContaining("exists already");
        return false;
      }
    };
  }

  @Test
  void neverUnderABuildDirectory() throws IOException {
    for (String name :
        List.of("build/secrets.yaml", "app/build/x/secrets.yaml", ".gradle/s.yaml")) {
      assertThatThrownBy(() -> create(file(name)))
          .as(name)
          .isInstanceOf(SecretsException.class)
          .hasMessageContaining("which a clean build deletes");
      assertThat(root.resolve(name)).doesNotExist();
    }
    Files.createDirectories(root.resolve("build"));
    Files.createSymbolicLink(root.resolve("safe"), root.resolve("build"));
    assertThatThrownBy(() -> create(file("safe/secrets.yaml")))
        .hasMessageContaining("which a clean build deletes");
  }

  @Test
  void aProjectMayItselfLiveUnderADirectoryCalledBuild() throws IOException {
    Path project = Files.createDirectories(temp.resolve("build/homelab"));
    Files.createDirectories(project.resolve(".git"));
    SecretsFile file = SecretsFile.at(project.resolve("secrets.yaml"), NO_KEYS);
    create(file);
    assertThat(file.read()).isEqualTo(Bundles.bundle());
  }

  @Test
  void gitDoesNotSeeItWhateverTheIgnoreFileSays() throws Exception {
    assumeTrue(git("--version") == 0, "git is not installed");
    assertThat(git("init", "-q")).isZero();
    String[] lines = {
      "*",
      "!*",
      "!*.yaml",
      "secrets.yaml",
      "/secrets.yaml",
      "!/secrets.yaml",
      "# secrets",
      "",
      "!secrets*",
      "*.yaml",
      "**/secrets.yaml",
      "\\!x",
      "build/",
      "/secrets.yaml "
    };
    for (int seed = 0; seed < 40; seed++) {
      Random choice = new Random(seed);
      List<String> ignore = new ArrayList<>();
      for (int i = choice.nextInt(6); i > 0; i--) {
        ignore.add(lines[choice.nextInt(lines.length)]);
      }
      String text = String.join("\n", ignore) + (choice.nextBoolean() ? "\n" : "");
      Files.writeString(root.resolve(".gitignore"), text);
      Files.deleteIfExists(root.resolve("secrets.yaml"));
      create(file("secrets.yaml"));
      assertThat(git("check-ignore", "-q", "secrets.yaml")).as("seed %d:\n%s", seed, text).isZero();
      assertThat(Files.readString(root.resolve(".gitignore"))).startsWith(text);
    }
  }

  @Test
  void namesThatGitWouldTakeForPatternsAreIgnoredToo() throws Exception {
    assumeTrue(git("--version") == 0, "git is not installed");
    assertThat(git("init", "-q")).isZero();
    for (String name : List.of("#a.yaml", "!b.yaml", "c[1].yaml", "d e.yaml", "f*.yaml")) {
      create(file(name));
      assertThat(git("check-ignore", "-q", "--", name)).as(name).isZero();
    }
    assertThat(git("check-ignore", "-q", "fx.yaml")).isEqualTo(1);
  }

  @Test
  void theIgnoreLineIsWrittenOnce() throws IOException {
    create(file("secrets.yaml"));
    String once = Files.readString(root.resolve(".gitignore"));
    Files.delete(root.resolve("secrets.yaml"));
    create(file("secrets.yaml"));
    assertThat(root.resolve(".gitignore"))
        .hasContent(once)
        .hasContent("/.talosforge-*.tmp\n/secrets.yaml\n");
  }

  @Test
  void whatAKillLeavesIsIgnoredToo() throws Exception {
    assumeTrue(git("--version") == 0, "git is not installed");
    assertThat(git("init", "-q")).isZero();
    create(file("secrets.yaml"));
    assertThat(git("check-ignore", "-q", ".talosforge-123.tmp")).isZero();
  }

  @Test
  void aListOfAnotherEncodingKeepsItsBytes() throws IOException {
    byte[] before = "gr\u00fcn\n".getBytes(StandardCharsets.ISO_8859_1);
    Files.write(root.resolve(".gitignore"), before);
    create(file("secrets.yaml"));
    assertThat(Files.readAllBytes(root.resolve(".gitignore")))
        .startsWith(before)
        .endsWith("\n/secrets.yaml\n".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aListThatCannotBeWrittenIsNamedAndNoSecretIsWritten() throws IOException {
    Files.createDirectories(root.resolve(".gitignore/a"));
    assertThatThrownBy(() -> create(file("secrets.yaml")))
        .hasMessageContaining(root.resolve(".gitignore") + " cannot be written: ")
        .hasMessageContaining("so that was not made");
    assertThat(root.resolve("secrets.yaml")).doesNotExist();
  }

  private int git(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    try {
      return new ProcessBuilder(command)
          .directory(root.toFile())
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      return -1;
    }
  }

  @Test
  void isEncryptedWhenARecipientIsKnown() throws IOException {
    SopsFixtures.AgeKey key = SopsFixtures.AgeKey.make();
    Files.writeString(
        root.resolve(".sops.yaml"), "creation_rules: [{age: " + key.recipient() + "}]");
    SopsEnvironment keys = SopsFixtures.environment(Map.of("SOPS_AGE_KEY", key.identity()));
    SecretsFile file = SecretsFile.at(root.resolve("secrets.sops.yaml"), keys);
    create(file);
    assertThat(file.read()).isEqualTo(Bundles.bundle());
    assertThat(Files.readString(root.resolve("secrets.sops.yaml")))
        .contains("ENC[AES256_GCM")
        .doesNotContain(Bundles.bundle().bootstrapToken().value());
    assertThat(root.resolve(".gitignore")).doesNotExist();
    assertThatThrownBy(() -> file("secrets.sops.yaml").read())
        .isInstanceOf(SecretsException.class)
        .hasMessageStartingWith("The cluster's secrets cannot be read. ");
  }

  /** Rules that do not fit would leave private keys in clear, once where Git takes them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "creation_rules: [{path_regex: ^other/, age: AGE}]",
        "creation_rules: [{path_regex: ^secrets, age: ''}]",
        "creation_rules: []",
        "destination_rules: [{recreation_rule: {age: AGE}}]",
        "creation_rules: [{age: AGE, encrypted_regex: ^(token|secret|bootstraptoken)$}]",
        "creation_rules: [{age: AGE, unencrypted_regex: ^k8s}]",
        "creation_rules: [{age: AGE, unencrypted_suffix: token}]",
        "creation_rules: [{age: AGE, encrypted_suffix: key}]"
      })
  void rulesThatWouldKeepASecretInClearAreRefused(String rules) throws IOException {
    SopsFixtures.AgeKey key = SopsFixtures.AgeKey.make();
    Files.writeString(root.resolve(".sops.yaml"), rules.replace("AGE", key.recipient()));
    SopsEnvironment keys = SopsFixtures.environment(Map.of("SOPS_AGE_KEY", key.identity()));
    for (String name : List.of("secrets.yaml", "secrets.sops.yaml", "secrets.json")) {
      SecretsFile file = SecretsFile.at(root.resolve(name), keys);
      assertThatThrownBy(() -> create(file))
          .as(name)
          .isInstanceOf(SecretsException.class)
          .hasMessageStartingWith(root.resolve(name) + " cannot be encrypted. The rule");
      assertThat(file.exists()).isFalse();
      assertThat(root.resolve(".gitignore")).doesNotExist();
    }
  }

  @Test
  void theKeysThatARuleLeavesOutAreNamed() throws IOException {
    SopsFixtures.AgeKey key = SopsFixtures.AgeKey.make();
    Files.writeString(
        root.resolve(".sops.yaml"),
        "creation_rules: [{age: %s, unencrypted_regex: ^(k8s|id|crt)$}]"
            .formatted(key.recipient()));
    SopsEnvironment keys = SopsFixtures.environment(Map.of("SOPS_AGE_KEY", key.identity()));
    assertThatThrownBy(() -> create(SecretsFile.at(root.resolve("secrets.yaml"), keys)))
        .hasMessageEndingWith(
            "The rule of SOPS that fits it (unencrypted_regex: ^(k8s|id|crt)$) would keep secrets in"
                + " clear: certs.k8s.key. Nothing was written. Let the rule in .sops.yaml encrypt"
                + " these keys too, or the whole file, which it does without unencrypted_regex.");
    Files.writeString(
        root.resolve(".sops.yaml"),
        "creation_rules: [{age: %s, unencrypted_regex: ^(id|crt)$}]".formatted(key.recipient()));
    SecretsFile file = SecretsFile.at(root.resolve("secrets.yaml"), keys);
    create(file);
    assertThat(file.read()).isEqualTo(Bundles.bundle());
  }

  @Test
  void secretsThatNobodyHereCouldOpenAreNotWritten() {
    SopsEnvironment onlyRecipient =
        SopsFixtures.environment(
            Map.of("SOPS_AGE_RECIPIENTS", SopsFixtures.AgeKey.make().recipient()));
    SecretsFile file = SecretsFile.at(root.resolve("secrets.yaml"), onlyRecipient);
    assertThatThrownBy(() -> create(file))
        .isInstanceOf(SecretsException.class)
        .hasMessageContaining("no age identity that fits was found");
    assertThat(file.exists()).isFalse();
  }

  @Test
  void aNameThatPromisesEncryptionIsKept() {
    assertThatThrownBy(() -> create(file("secrets.sops.yaml")))
        .hasMessage(
            root.resolve("secrets.sops.yaml")
                + " is named like an encrypted file, but no recipient is known. Set"
                + " SOPS_AGE_RECIPIENTS, or write a creation rule with 'age:' into .sops.yaml.");
  }

  @Test
  void secretsAreMadeOnceAndThenRead() {
    SecretsBundle first = file("secrets.yaml").obtain(Bundles.UID, List::of, Bundles.MADE, random);
    SecretsBundle second = file("secrets.yaml").obtain(Bundles.UID, List::of, Bundles.MADE, random);
    assertThat(second).isEqualTo(first);
  }

  @Test
  void anotherClustersFileStopsTheRun() {
    create(file("secrets.yaml"));
    assertThatThrownBy(
            () ->
                file("secrets.yaml").obtain(ClusterUid.of("demo"), List::of, Bundles.MADE, random))
        .isInstanceOf(SecretsException.class)
        .hasMessageContaining("holds the secrets of another cluster");
    assertThat(file("secrets.yaml").read()).isEqualTo(Bundles.bundle());
  }

  @Test
  void anEmptyFileIsNotTakenForSecrets() throws IOException {
    Files.createFile(root.resolve("secrets.yaml"));
    assertThatThrownBy(
            () -> file("secrets.yaml").obtain(Bundles.UID, List::of, Bundles.MADE, random))
        .hasMessage(
            "The cluster's secrets cannot be read. "
                + root.resolve("secrets.yaml")
                + " is empty\nIf the file is damaged, restore a copy of it: new secrets do not fit"
                + " an existing cluster.");
  }
}
