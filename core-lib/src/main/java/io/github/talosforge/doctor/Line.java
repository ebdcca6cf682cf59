package io.github.talosforge.doctor;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.Severity;
import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.redaction.Redaction;
import java.util.List;
import java.util.Optional;

/**
 * What is said about one thing.
 *
 * @param topic the group that it belongs to
 * @param subject the thing, such as {@code pve1} or {@code vmbr0}
 * @param verdict what it comes to
 * @param sentence what is the case
 * @param advice what to do, as a sentence; empty where there is nothing to do
 * @param commands what root runs on any host to do it
 */
public record Line(
    Topic topic,
    String subject,
    Verdict verdict,
    String sentence,
    String advice,
    List<String> commands) {

  /** Hides what must not be shown: much of this is told by servers. */
  public Line {
    subject = Redaction.lineByForm(subject);
    sentence = Redaction.lineByForm(sentence);
    advice = Redaction.lineByForm(advice);
    commands = List.copyOf(commands);
  }

  static Line fine(Topic topic, String subject, String sentence) {
    return new Line(topic, subject, Verdict.FINE, sentence, "", List.of());
  }

  static Line of(Topic topic, String subject, Verdict verdict, String sentence, String advice) {
    return new Line(topic, subject, verdict, sentence, advice, List.of());
  }

  /** A line of what another look found; an error there stops the first run. */
  static Line of(Topic topic, String subject, Finding finding) {
    String place = Optional.ofNullable(finding.location()).map(SourceLocation::toString).orElse("");
    return of(
        topic,
        subject,
        finding.severity() == Severity.ERROR ? Verdict.PROBLEM : Verdict.NOTICE,
        finding.message() + (place.isEmpty() ? "" : " (" + place + ")"),
        Optional.ofNullable(finding.suggestion()).orElse(""));
  }

  /** What does not answer for another reason than a missing right. */
  static Line failed(Topic topic, String subject, Verdict verdict, ProxmoxException failure) {
    return of(topic, subject, verdict, failure.problem(), failure.suggestion().orElse(""));
  }

  Line with(String otherAdvice, List<String> otherCommands) {
    return new Line(topic, subject, verdict, sentence, otherAdvice, otherCommands);
  }

  Line as(Verdict other) {
    return new Line(topic, subject, other, sentence, advice, commands);
  }
}
