package io.github.talosforge.simulator.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.simulator.Simulator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the simulator against what a real Proxmox VE 9.2.11 answered to the same calls. */
class RecordedAnswersTest {
  private static final Map<String, Map<Step, Facts>> ANSWERS = new HashMap<>();

  static List<Session> sessions() {
    return Session.all();
  }

  @ParameterizedTest
  @MethodSource("sessions")
  void simulatorAnswersAsRecordedButForTheKnownDifferences(Session session) throws IOException {
    List<String> differences = new ArrayList<>();
    for (Map.Entry<Step, Facts> answer : answers(session).entrySet()) {
      Step step = answer.getKey();
      Facts.of(step.json()).differences(answer.getValue()).stream()
          .map(difference -> session.name() + " " + step.line() + " " + difference)
          .forEach(differences::add);
    }
    assertThat(differences)
        .as("recorded | simulated; what is new is a fault of the simulator, what is gone goes")
        .containsExactlyInAnyOrderElementsOf(KnownDifferences.of(session.name()));
  }

  @ParameterizedTest
  @MethodSource("sessions")
  void aFixtureChangedInAnyOnePlaceIsNoticed(Session session) throws IOException {
    List<String> unnoticed = new ArrayList<>();
    answers(session).forEach((step, answer) -> unnoticed.addAll(unnoticed(step, answer)));
    assertThat(unnoticed).isEmpty();
  }

  private static List<String> unnoticed(Step step, Facts answer) {
    List<String> known = Facts.of(step.json()).differences(answer);
    List<String> unnoticed = new ArrayList<>();
    new Mutations(step.json())
        .forEach(
            (place, changed) -> {
              if (Facts.of(changed).differences(answer).equals(known)) {
                unnoticed.add(step + ": " + place);
              }
            });
    return unnoticed;
  }

  @Test
  void everyKnownDifferenceHasADayAndAReason() {
    assertThat(KnownDifferences.loose()).isEmpty();
  }

  /** What the simulator answers to the steps that are compared; it is asked once. */
  private static Map<Step, Facts> answers(Session session) throws IOException {
    Map<Step, Facts> answers = ANSWERS.get(session.name());
    if (answers == null) {
      answers = replayed(session);
      ANSWERS.put(session.name(), answers);
    }
    return answers;
  }

  private static Map<Step, Facts> replayed(Session session) throws IOException {
    Map<Step, Facts> answers = new LinkedHashMap<>();
    try (Simulator simulator = RecordedCluster.start();
        Replay replay = new Replay(simulator)) {
      for (Step step : session.steps()) {
        if (step.isCompared()) {
          answers.put(step, Facts.of(replay.answer(step)));
        } else if (step.prepares()) {
          assertThat(replay.answer(step).path("status").asInt()).as(step.toString()).isEqualTo(200);
        }
      }
    }
    return answers;
  }
}
