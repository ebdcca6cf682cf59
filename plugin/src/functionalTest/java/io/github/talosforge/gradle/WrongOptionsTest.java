package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every option that takes a value says in a sentence what is wrong with a value. */
class WrongOptionsTest {
  private static final Pattern PROBLEM =
      Pattern.compile("(?s)Execution failed for task ':(\\S+?):.*?'\\.\n> (.*?)\n\\* Try:");
  private static final Pattern OPTION = Pattern.compile("@Option\\(\\s*option = \"([a-z-]+)\"");

  /** Options without a value. */
  private static final Set<String> FLAGS =
      Set.of(
          "json",
          "allow-reboot",
          "plan-only",
          "fail-on-drift",
          "images",
          "lift-protection",
          "with-data");

  /** Options whose wrong values other tests of this folder give. */
  private static final Set<String> ELSEWHERE =
      Set.of("timeout", "max-parallel", "node", "plan", "pve", "control-planes", "confirm");

  /** The task, the wrong value and what is said. */
  private record Wrong(String task, String value, String sentence) {}

  private static Map<String, Wrong> wrongValues() {
    Map<String, Wrong> wrong = new TreeMap<>();
    wrong.put(
        "days",
        new Wrong(
            "printRoleCommands",
            "soon",
            "'soon' is not a number of days: expected a whole number from 1 to 99999"));
    wrong.put(
        "user",
        new Wrong(
            "printRoleCommands",
            "nobody",
            "'nobody' is not a user: expected <name>@<realm>, such as talosforge@pve"));
    wrong.put(
        "workers", new Wrong("talosforgeInit", "many", "'many' is not a whole number of nodes"));
    wrong.put("cluster-name", new Wrong("talosforgeInit", "A_B", "'A_B'"));
    wrong.put("exclude", new Wrong("explainNodes", "wrk-1", "No node is called 'wrk-1'"));
    wrong.put(
        "keep",
        new Wrong(
            "cleanTemplates", "many", "--keep takes a whole number from 0 to 999, not 'many'"));
    wrong.put(
        "volume",
        new Wrong("destroyVolume", "a b", "--volume takes the name of one volume as the files"));
    wrong.put("vm", new Wrong("adoptNodes", "107", "--vm takes VM=NODE"));
    wrong.put("age", new Wrong("backupEtcd", "nobody", "'nobody' is not an age recipient"));
    wrong.put("folder", new Wrong("listBackups", "build.gradle", "cannot be read"));
    wrong.put(
        "audit-file",
        new Wrong("planCluster", ".", "Nothing was sent; name another with --audit-file."));
    return wrong;
  }

  @TempDir Path folder;

  @Test
  void everyWrongValueHasItsSentence() {
    try (SimulatedProxmox proxmox = new SimulatedProxmox()) {
      TestBuild build = TestBuild.in(folder).write("build.gradle", "");
      List<String> run = new ArrayList<>();
      wrongValues()
          .forEach(
              (option, wrong) -> {
                build
                    .sample(option + "/")
                    .write(
                        option + "/build.gradle",
                        "plugins { id 'io.github.talosforge' }\n"
                            + proxmox.block()
                            + "talosforge.proxmox.apiToken = '%s'\n"
                                .formatted(proxmox.simulator.token()));
                run.add(":" + option + ":" + wrong.task());
                run.add("--" + option + "=" + wrong.value());
              });
      build.write(
          "settings.gradle",
          wrongValues().keySet().stream().collect(Collectors.joining("', '", "include '", "'\n")));
      run.add("--continue");

      String output = build.fail(run.toArray(String[]::new)).getOutput();

      assertThat(output).doesNotContain("\tat ");
      Map<String, String> said = new TreeMap<>();
      Matcher problem = PROBLEM.matcher(output);
      while (problem.find()) {
        said.put(problem.group(1), problem.group(2));
      }
      assertThat(said.keySet()).as(output).isEqualTo(wrongValues().keySet());
      wrongValues()
          .forEach((option, wrong) -> assertThat(said.get(option)).contains(wrong.sentence()));
    }
  }

  @Test
  void noOptionIsLeftOut() throws IOException {
    Set<String> options = new TreeSet<>();
    try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
      for (Path source : sources.filter(file -> file.toString().endsWith(".java")).toList()) {
        OPTION.matcher(Files.readString(source)).results().forEach(o -> options.add(o.group(1)));
      }
    }
    Set<String> known = new TreeSet<>(wrongValues().keySet());
    known.addAll(FLAGS);
    known.addAll(ELSEWHERE);
    assertThat(options).isEqualTo(known);
  }
}
