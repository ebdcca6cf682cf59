package io.github.talosforge.proxmox.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxEndpoint;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.Upid;
import io.github.talosforge.redaction.Redaction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the client concludes from the errors that a real Proxmox VE gave. */
class RealErrorsTest {
  private static final ServerErrors ERRORS = new ServerErrors(Transports.TOKEN, Redaction.opened());
  private static final ProxmoxEndpoint ENDPOINT = ProxmoxEndpoint.parse("pve1");
  private static final Map<Pattern, ErrorKind> KINDS = kinds();

  static List<RealAnswer> errors() {
    return RealAnswer.all().stream()
        .filter(answer -> answer.status() >= 400 || answer.taskFailed())
        .toList();
  }

  @ParameterizedTest
  @MethodSource("errors")
  void theRecordedWordsAreRecognised(RealAnswer answer) {
    assertThat((answer.taskFailed() ? endOfTask(answer) : error(answer)).kind())
        .as(answer.says())
        .isEqualTo(answer.says().isEmpty() ? byStatus(answer) : kind(answer.says()));
  }

  @Test
  void allWordsThatAreDecidedOnWereRecorded() {
    assertThat(KINDS.keySet())
        .allMatch(words -> errors().stream().anyMatch(e -> words.matcher(e.says()).matches()));
  }

  private static ProxmoxException endOfTask(RealAnswer answer) {
    String[] task = answer.json().path("task").asText().split(" ", 2);
    Upid upid =
        Upid.parse(
            "UPID:pve1:0003F1A2:01B2C3D4:674A1B2C:" + task[0] + ":" + task[1] + ":root@pam:");
    String words = answer.says().isEmpty() ? "something else" : "it failed: " + answer.says();
    return ERRORS.of(upid, words, List.of(), false);
  }

  private static ProxmoxException error(RealAnswer answer) {
    ObjectNode body = new JsonMapper().createObjectNode();
    body.put("message", answer.says().isEmpty() ? "something else" : "no: " + answer.says());
    answer.json().path("errors").forEach(key -> body.withObject("errors").put(key.asText(), "no"));
    ApiRequest request = ApiRequest.get("/nodes/{node}", "pve1");
    return ERRORS.of(
        request, ENDPOINT, new WireAnswer(answer.status(), "no", "", "", body.toString()));
  }

  private static ErrorKind kind(String words) {
    return KINDS.entrySet().stream()
        .filter(each -> each.getKey().matcher(words).matches())
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow(() -> new AssertionError(words));
  }

  private static ErrorKind byStatus(RealAnswer answer) {
    if (answer.taskFailed()) {
      return ErrorKind.TASK_FAILED;
    }
    return switch (answer.status()) {
      case 400 -> ErrorKind.PARAMETER;
      case 401 -> ErrorKind.AUTHENTICATION;
      case 403 -> ErrorKind.PERMISSION;
      case 501 -> ErrorKind.NOT_IMPLEMENTED;
      default -> ErrorKind.SERVER;
    };
  }

  /** What {@code fragments.txt} says, in its order. */
  private static Map<Pattern, ErrorKind> kinds() {
    Map<Pattern, ErrorKind> kinds = new LinkedHashMap<>();
    try {
      for (String line : Files.readAllLines(RealAnswer.FOLDER.resolve("fragments.txt"))) {
        if (!line.startsWith("#")) {
          String[] halves = line.split(" +", 2);
          kinds.put(Pattern.compile(halves[1]), ErrorKind.valueOf(halves[0]));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return kinds;
  }
}
