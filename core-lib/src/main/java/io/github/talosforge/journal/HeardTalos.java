package io.github.talosforge.journal;

import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.health.HealthReport;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.report.TimeLine.Kind;

/** Lets a journal hear what somebody else hears of the machines. */
final class HeardTalos implements TalosLog {
  private static final String ALL = "the cluster";

  private final RunJournal journal;
  private final TalosLog listener;

  HeardTalos(RunJournal journal, TalosLog listener) {
    this.journal = journal;
    this.listener = listener;
  }

  @Override
  public void begins(String sentence) {
    journal.goesOn(ALL, Kind.WORK, sentence);
    listener.begins(sentence);
  }

  @Override
  public void sees(NodeName node, String words) {
    journal.goesOn(node.value(), Kind.SEEN, words);
    listener.sees(node, words);
  }

  @Override
  public void does(NodeName node, String words) {
    journal.goesOn(node.value(), Kind.WORK, words);
    listener.does(node, words);
  }

  @Override
  public void warns(NodeName node, String sentence) {
    journal.notes(node.value(), sentence);
    listener.warns(node, sentence);
  }

  @Override
  public void checked(HealthReport report) {
    journal.checked(report);
    listener.checked(report);
  }
}
