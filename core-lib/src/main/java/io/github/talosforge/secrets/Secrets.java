package io.github.talosforge.secrets;

import io.github.talosforge.model.NodeName;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Whether a cluster's secrets are at hand. */
public sealed interface Secrets {

  /**
   * Does one thing with the secrets, or another without.
   *
   * @param known what is done with them
   * @param missing what is done without
   * @return what came of it
   * @param <R> its type
   */
  default <R> R either(Function<SecretsBundle, R> known, Function<Missing, R> missing) {
    return this instanceof Known here ? known.apply(here.bundle()) : missing.apply((Missing) this);
  }

  /**
   * They are.
   *
   * @param bundle the secrets
   */
  record Known(SecretsBundle bundle) implements Secrets {}

  /**
   * There is no file with them.
   *
   * @param file where they are expected
   * @param holders the machines that new secrets would not fit; only without any are new ones made
   */
  record Missing(Path file, List<Holder> holders) implements Secrets {

    /** Keeps an own copy. */
    public Missing {
      holders = List.copyOf(holders);
    }

    /** Says what is missing, and which machines show or hide that they were configured with it. */
    public String problem() {
      return problem(":\n  ", "\n  ");
    }

    /** Says the same as a finding does, without lines of its own. */
    public String sentence() {
      return problem(": ", " ");
    }

    private String problem(String first, String next) {
      return file
          + ", the file with the cluster's secrets, is missing, but the cluster has machines that"
          + " new secrets would not fit"
          + first
          + holders.stream()
              .map(holder -> holder.node() + ": " + holder.words())
              .collect(Collectors.joining(next));
    }

    /** Says what to do about it. */
    public String advice() {
      return "Put the file back at "
          + file
          + ": from your backup, from Git's history (git log --all -- "
          + file.getFileName()
          + "), or, if SOPS keeps it under another name, by naming that one in the talosforge block"
          + " (secretsFile). If these machines were never configured, see to it that they answer;"
          + " if nobody needs the cluster any more, destroyCluster makes room for a new one.";
    }
  }

  /**
   * A machine that has a configuration, and with it the secrets, or might have one.
   *
   * @param node the node that it is
   * @param words what is known of it
   */
  record Holder(NodeName node, String words) {}
}
