import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.journal.ChangeWords;
import io.github.talosforge.plan.Change;

/** Prints what happens as it happens; called from several threads. */
final class PrintedProgress implements ApplyLog {
  @Override
  public void begins(Change change) {
    System.out.println(ChangeWords.of(change) + " ...");
  }

  @Override
  public void ends(Outcome outcome) {
    System.out.println(
        ChangeWords.of(outcome.change()) + ": " + outcome.reason().orElse("done"));
  }
}
