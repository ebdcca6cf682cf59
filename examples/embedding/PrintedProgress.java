import io.github.talosforge.apply.Outcome;
import io.github.talosforge.journal.ChangeWords;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.operation.RunListener;
import io.github.talosforge.plan.Change;

/** Prints what happens as it happens; called from several threads. */
final class PrintedProgress implements RunListener {
  @Override
  public void begins(Change change) {
    System.out.println(ChangeWords.of(change) + " ...");
  }

  @Override
  public void ends(Outcome outcome) {
    System.out.println(ChangeWords.of(outcome.change()) + ": " + outcome.reason().orElse("done"));
  }

  @Override
  public void does(NodeName node, String words) {
    System.out.println(node + ": " + words);
  }

  @Override
  public void tells(String sentence) {
    System.out.println(sentence);
  }

  @Override
  public void warns(String sentence) {
    System.out.println(sentence);
  }
}
