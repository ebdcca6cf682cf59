package io.github.talosforge.operation;

import io.github.talosforge.TalosSession;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.operation.OperationException.Kind;
import io.github.talosforge.secrets.Secrets;
import io.github.talosforge.secrets.SecretsBundle;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The cluster's secrets during a run, and what must not be done without them. */
final class Keys {
  private final ClusterRun run;

  Keys(ClusterRun run) {
    this.run = run;
  }

  boolean exist() {
    return run.terms().secrets().exists();
  }

  /** Reads the secrets; without any, looks at the machines. */
  Secrets look() {
    synchronized (run) {
      Secrets secrets = run.session().secrets(run.terms().secrets(), run.terms().machines());
      if (secrets instanceof Secrets.Known known) {
        learn(known.bundle());
      }
      return secrets;
    }
  }

  /** Opens the way to the machines, where there are secrets to get in. */
  Optional<TalosSession> reachMachines() {
    return exist()
        ? look()
            .either(
                secrets -> Optional.of(run.inside().reach(secrets)), missing -> Optional.empty())
        : Optional.empty();
  }

  /** Returns the secrets if there are any; those of another cluster are refused. */
  Optional<SecretsBundle> known() {
    if (!exist()) {
      return Optional.empty();
    }
    SecretsBundle secrets = learn(run.terms().secrets().read());
    run.spec().uid().ifPresent(uid -> secrets.requireOf(uid, file()));
    return Optional.of(secrets);
  }

  private SecretsBundle learn(SecretsBundle secrets) {
    run.terms().redaction().learn(secrets.values());
    return secrets;
  }

  /** Returns the secrets; a cluster without any has not been bootstrapped. */
  SecretsBundle required() {
    return known()
        .orElseThrow(
            () ->
                new OperationException(
                    Kind.SECRETS,
                    file()
                        + " does not exist, so this cluster was not bootstrapped from here. Run"
                        + " bootstrap first, or name the file in the talosforge block."));
  }

  /** Returns the secrets, made now if there are none and no machine has others. */
  SecretsBundle obtain(TalosOptions options, RunListener listener) {
    if (run.spec().uid().isEmpty()) {
      throw OperationException.noUid();
    }
    boolean fresh = !exist();
    SecretsBundle secrets;
    synchronized (run) {
      secrets =
          learn(
              run.session()
                  .obtainSecrets(
                      run.terms().secrets(),
                      run.terms().machines(),
                      options,
                      run.inside().heard(listener)));
    }
    if (fresh) {
      listener.tells(
          "Made the cluster's secrets: "
              + file()
              + ". Keep a copy in a safe place: without it nobody can administer the cluster.");
    }
    return secrets;
  }

  /**
   * Refuses to take control planes down although nobody can look after etcd. A machine that never
   * got a configuration says so to whoever asks, and no etcd needs it.
   */
  void refuseBlind(List<NodeName> controlPlanes, String deed) {
    refuse(
        controlPlanes,
        "%s must not be "
            + deed
            + " without the cluster's secrets: nobody can see whether etcd"
            + " survives it.",
        "; or do it in Proxmox VE, one VM at a time.");
  }

  /**
   * Refuses to make the VM of a configured node anew although nobody can configure the new one,
   * worker or not.
   */
  void refuseBlindRebuild(List<NodeName> nodes) {
    refuse(
        nodes,
        "%s must not be rebuilt without the cluster's secrets: its machine configuration goes with"
            + " the VM, and nobody could give the new one another or look after etcd and the pods.",
        ".");
  }

  private void refuse(List<NodeName> nodes, String why, String way) {
    if (nodes.isEmpty()) {
      return;
    }
    Set<NodeName> unconfigured;
    synchronized (run) {
      unconfigured = run.session().unconfigured(run.terms().machines());
    }
    List<NodeName> blind = nodes.stream().filter(node -> !unconfigured.contains(node)).toList();
    if (!blind.isEmpty()) {
      throw new OperationException(
          Kind.SECRETS,
          why.formatted(blind.stream().map(NodeName::value).collect(Collectors.joining(", ")))
              + " Put the file back at "
              + file()
              + " or name it in the talosforge block"
              + way);
    }
  }

  /** Names the file of the secrets. */
  String file() {
    return run.terms().secrets().toString();
  }
}
