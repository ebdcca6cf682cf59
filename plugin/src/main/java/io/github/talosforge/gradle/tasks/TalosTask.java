package io.github.talosforge.gradle.tasks;

import io.github.talosforge.NodeStatus;
import io.github.talosforge.TalosSession;
import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.credentials.CredentialsException;
import io.github.talosforge.gradle.report.ClusterFailure;
import io.github.talosforge.gradle.report.TalosConsole;
import io.github.talosforge.gradle.services.SharedSession;
import io.github.talosforge.machineconfig.GeneratedConfigs;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.net.HttpProxy;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.secrets.SecretsBundle;
import io.github.talosforge.secrets.SecretsException;
import io.github.talosforge.secrets.SecretsFile;
import io.github.talosforge.secrets.sops.SopsEnvironment;
import io.github.talosforge.talos.TalosException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.gradle.api.BuildCancelledException;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.work.DisableCachingByDefault;

/** A task that talks to the machines of a cluster over Talos' own API. */
@DisableCachingByDefault(because = "Only what its kinds do is known")
public abstract class TalosTask extends ProxmoxTask {
  /**
   * Returns the file with the cluster's secrets.
   *
   * @return the file, which need not exist yet
   */
  @Internal
  public abstract RegularFileProperty getSecretsFile();

  /**
   * Returns the proxy through which machines are reached.
   *
   * @return its URL, if there is one
   */
  @Internal
  public abstract Property<String> getTalosProxy();

  @Override
  final void work(ClusterSpec cluster, SharedSession session) {
    secretsFile().warnings().forEach(warning -> warn(warning, session));
    try {
      machines(cluster, session);
    } catch (TalosException | TalosFlowException | SecretsException | CredentialsException e) {
      throw session.isStopped()
          ? new BuildCancelledException("Stopped; run again to continue.")
          : Trouble.of(e).failure(shown(e.getMessage() + clocks(session)));
    }
  }

  /** What machines say of certificates is often about a clock. */
  private static String clocks(SharedSession session) {
    return session.clocks().findings().stream()
        .map(finding -> "\n" + finding.message() + " " + finding.suggestion())
        .collect(Collectors.joining());
  }

  /** Works with the machines; when the build is cancelled meanwhile, nothing new is begun. */
  <T> T stoppable(SharedSession session, Callable<T> work) {
    return session.stoppable(work, this::tellStopping);
  }

  /** Does the same with work that nothing comes of. */
  void stoppable(SharedSession session, Runnable work) {
    Object unused = stoppable(session, Executors.callable(work));
  }

  private void tellStopping() {
    getLogger()
        .lifecycle("Stopping: nothing new is begun, what runs on Proxmox VE is left to finish.");
  }

  /** Does what this kind of task is for. */
  abstract void machines(ClusterSpec cluster, SharedSession session);

  /** Returns the secrets, made now if there are none and no machine has others. */
  SecretsBundle secrets(ClusterSpec cluster, SharedSession session) {
    return secrets(cluster, session, talosOptions(session));
  }

  /** Does the same with other patience for machines that do not answer. */
  SecretsBundle secrets(ClusterSpec cluster, SharedSession session, TalosOptions options) {
    if (cluster.uid().isEmpty()) {
      throw Trouble.noUid();
    }
    boolean fresh = !secretsFile().exists();
    TalosLog log = session.notes().heard(new TalosConsole(getLogger(), session.notes().said()));
    SecretsBundle secrets =
        stoppable(session, () -> session.obtainSecrets(secretsFile(), proxy(), options, log));
    redaction().learn(secrets.values());
    if (fresh) {
      getLogger()
          .lifecycle(
              "Made the cluster's secrets: {}. Keep a copy in a safe place: without it nobody can"
                  + " administer the cluster.",
              shown(secretsPath().toString()));
    }
    return secrets;
  }

  /** Returns the secrets if there are any; those of another cluster end the task. */
  Optional<SecretsBundle> knownSecrets(ClusterSpec cluster) {
    if (!secretsFile().exists()) {
      return Optional.empty();
    }
    SecretsBundle secrets = secretsFile().read();
    redaction().learn(secrets.values());
    cluster.uid().ifPresent(uid -> secrets.requireOf(uid, shown(secretsPath().toString())));
    return Optional.of(secrets);
  }

  /** Returns the secrets; a cluster without any has not been bootstrapped. */
  SecretsBundle requiredSecrets(ClusterSpec cluster) {
    return knownSecrets(cluster)
        .orElseThrow(
            () ->
                Trouble.SECRETS.failure(
                    shown(secretsPath().toString())
                        + " does not exist, so this cluster was not bootstrapped from here."
                        + " Run bootstrap first, or name the file in the talosforge block."));
  }

  boolean allowsReboot() {
    return options().getAllowReboot().getOrElse(false);
  }

  private SecretsFile secretsFile() {
    return SecretsFile.at(secretsPath(), SopsEnvironment.ofProcess());
  }

  Path secretsPath() {
    return getSecretsFile().get().getAsFile().toPath();
  }

  /**
   * Ends the task when control planes would go down although nobody can look after etcd. A machine
   * that never got a configuration says so to whoever asks, and no etcd needs it.
   */
  void refuseBlind(List<NodeName> controlPlanes, String deed, SharedSession session) {
    refuse(
        controlPlanes,
        "%s must not be "
            + deed
            + " without the cluster's secrets: nobody can see whether etcd"
            + " survives it.",
        "; or do it in Proxmox VE, one VM at a time.",
        session);
  }

  /**
   * Ends the task when the VM of a configured node would be made anew although nobody can configure
   * the new one, worker or not.
   */
  void refuseBlindRebuild(List<NodeName> nodes, SharedSession session) {
    refuse(
        nodes,
        "%s must not be rebuilt without the cluster's secrets: its machine configuration goes with"
            + " the VM, and nobody could give the new one another or look after etcd and the pods.",
        ".",
        session);
  }

  private void refuse(List<NodeName> nodes, String why, String way, SharedSession session) {
    if (nodes.isEmpty()) {
      return;
    }
    Set<NodeName> unconfigured = session.unconfigured(proxy());
    List<NodeName> blind = nodes.stream().filter(node -> !unconfigured.contains(node)).toList();
    if (!blind.isEmpty()) {
      throw Trouble.SECRETS.failure(
          why.formatted(blind.stream().map(NodeName::value).collect(Collectors.joining(", ")))
              + " Put the file back at "
              + shown(secretsPath().toString())
              + " or name it in the talosforge block"
              + way);
    }
  }

  /** Opens the way to the machines, whatever their configurations would be. */
  TalosSession reach(SharedSession session, SecretsBundle secrets) {
    return session.talos(secrets, proxy());
  }

  /** Opens the way to the machines; what is wrong with their configurations ends the task. */
  TalosSession open(SharedSession session, SecretsBundle secrets) {
    TalosSession talos = reach(session, secrets);
    GeneratedConfigs configs = talos.generateMachineConfigs();
    if (configs.report().hasErrors()) {
      throw ClusterFailure.because("the machine configurations", configs.report(), this::shown);
    }
    return talos;
  }

  private Optional<HttpProxy> proxy() {
    return proxyUrl().map(url -> HttpProxy.of(url.getHost(), url.getPort()));
  }

  Optional<URI> proxyUrl() {
    return Optional.ofNullable(getTalosProxy().getOrNull()).map(URI::create);
  }

  /** Returns the way to the machines, where there are secrets to get in. */
  Optional<TalosSession> reachable(SharedSession session) {
    return secretsFile().exists()
        ? session
            .secrets(secretsFile(), proxy())
            .either(secrets -> Optional.of(reach(session, secrets)), missing -> Optional.empty())
        : Optional.empty();
  }

  /** Plans the VMs; what new ones are made of, the machines say. */
  Plan plan(SharedSession session) {
    return plan(session, () -> reachable(session));
  }

  /** Plans both halves; the machines only where there are secrets to get in. */
  Plan wholePlan(SharedSession session) {
    Plan vms = plan(session);
    return vms.isBlocked()
        ? vms
        : session
            .secrets(secretsFile(), proxy())
            .either(
                secrets -> open(session, secrets).plan(vms),
                missing -> session.without(vms, missing));
  }

  /** Warns of missing secrets where nodes are made that nobody could configure. */
  Plan warned(Plan vms, SharedSession session) {
    return vms.isBlocked() || vms.changes(CreateVm.class).isEmpty() || secretsFile().exists()
        ? vms
        : session
            .secrets(secretsFile(), proxy())
            .either(secrets -> vms, missing -> session.without(vms, missing));
  }

  TalosOptions talosOptions(SharedSession session) {
    return TalosOptions.defaults()
        .withPatience(waitLimit())
        .withReboots(allowsReboot())
        .withNodes(selection())
        .withStop(session::isStopped);
  }

  /** Ends the task when nodes have no VM: that is another step's work. */
  void requireVms(SharedSession session) {
    List<NodeStatus> missing =
        session.status().stream()
            .filter(node -> node.state() == NodeStatus.State.MISSING)
            .filter(node -> selection().selects(node.node()))
            .toList();
    if (!missing.isEmpty()) {
      throw Trouble.ORDER_OF_TASKS.failure(
          "%s %s no VM yet. Run provisionNodes first."
              .formatted(
                  missing.stream()
                      .map(node -> node.node().value())
                      .collect(Collectors.joining(", ")),
                  missing.size() == 1 ? "has" : "have"));
    }
  }
}
