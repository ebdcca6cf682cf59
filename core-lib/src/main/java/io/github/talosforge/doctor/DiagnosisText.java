package io.github.talosforge.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A diagnosis for people: lines of at most 80 columns but for words that are longer. */
public final class DiagnosisText {
  private static final int WIDTH = 80;
  private static final String MARGIN = "       ";

  private DiagnosisText() {}

  /** Writes the lines in their groups, each with a sign, and what it comes to. */
  public static String render(Diagnosis diagnosis) {
    StringBuilder text = new StringBuilder();
    Topic[] last = new Topic[1];
    for (Line line : diagnosis.lines()) {
      if (line.topic() != last[0]) {
        text.append(line.topic().heading()).append('\n');
        last[0] = line.topic();
      }
      text.append(line(line));
    }
    return text.append(wrapped("", "", conclusion(diagnosis))).toString();
  }

  /** Says why the first run would stop, for whoever did not see the lines. */
  public static String failure(Diagnosis diagnosis) {
    return conclusion(diagnosis)
        + diagnosis
            .with(Verdict.PROBLEM)
            .findFirst()
            .map(line -> " The first of them:\n" + line(line).stripTrailing())
            .orElse("")
        + "\nMend that, then run doctor again.";
  }

  private static String line(Line line) {
    StringBuilder text = new StringBuilder();
    text.append(
        wrapped(
            "  " + line.verdict().sign() + " ", MARGIN, line.subject() + ": " + line.sentence()));
    if (!line.advice().isEmpty()) {
      text.append(wrapped(MARGIN, MARGIN, line.advice()));
    }
    line.commands().forEach(command -> text.append(command(command)));
    return text.toString();
  }

  private static String conclusion(Diagnosis diagnosis) {
    List<String> counts = new ArrayList<>();
    count(diagnosis, Verdict.PROBLEM, "problem").ifPresent(counts::add);
    count(diagnosis, Verdict.NOTICE, "notice").ifPresent(counts::add);
    long unknown = diagnosis.count(Verdict.UNKNOWN);
    if (unknown > 0) {
      counts.add(unknown + " not seen");
    }
    String told = counts.isEmpty() ? "" : " (" + String.join(", ", counts) + ")";
    return diagnosis.isReady()
        ? "Nothing seen would stop the first run" + told + "; planCluster shows what it would do."
        : "The first run would stop" + told + ".";
  }

  private static Optional<String> count(Diagnosis diagnosis, Verdict verdict, String noun) {
    long count = diagnosis.count(verdict);
    return count == 0
        ? Optional.empty()
        : Optional.of(count + " " + noun + (count == 1 ? "" : "s"));
  }

  /** A command goes on behind a backslash, so that it can be copied as it stands. */
  private static String command(String words) {
    return broken(MARGIN, MARGIN + "  ", words, " \\");
  }

  private static String wrapped(String first, String further, String words) {
    return broken(first, further, words, "");
  }

  private static String broken(String first, String further, String words, String more) {
    StringBuilder text = new StringBuilder();
    String margin = first;
    String rest = words;
    while (margin.length() + rest.length() > WIDTH) {
      int room = WIDTH - margin.length() - more.length();
      int fitting = lastBreak(rest, room);
      int end = fitting > 0 ? fitting : rest.indexOf(' ', room);
      if (end < 0) {
        break;
      }
      text.append(margin).append(rest, 0, end).append(more).append('\n');
      rest = rest.substring(end).stripLeading();
      margin = further;
    }
    return text.append(margin).append(rest).append('\n').toString();
  }

  /** An option stays with its value, or what follows it would be taken for a secret one. */
  private static int lastBreak(String words, int room) {
    int end = words.lastIndexOf(' ', room);
    while (end > 0 && words.substring(words.lastIndexOf(' ', end - 1) + 1, end).startsWith("--")) {
      end = words.lastIndexOf(' ', end - 1);
    }
    return end;
  }
}
