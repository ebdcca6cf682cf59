package io.github.talosforge.journal;

import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.plan.Change;

/** Lets a journal hear what somebody else hears. */
final class HeardApply implements ApplyLog {
  private final RunJournal journal;
  private final ApplyLog listener;

  HeardApply(RunJournal journal, ApplyLog listener) {
    this.journal = journal;
    this.listener = listener;
  }

  @Override
  public void begins(Change change) {
    journal.begins(change);
    listener.begins(change);
  }

  @Override
  public void progresses(Change change, int percent) {
    listener.progresses(change, percent);
  }

  @Override
  public void ends(Outcome outcome) {
    journal.ends(outcome);
    listener.ends(outcome);
  }

  @Override
  public void warns(Change change, String sentence) {
    journal.notes(ChangeWords.subject(change), sentence);
    listener.warns(change, sentence);
  }

  @Override
  public boolean wantsPercent() {
    return listener.wantsPercent();
  }
}
