package io.github.talosforge.gradle.services;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.NodeStatus;
import io.github.talosforge.TalosSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.RestartCare;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.gradle.report.RunRecord;
import io.github.talosforge.journal.RunJournal;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.net.HttpProxy;
import io.github.talosforge.plan.Adoption;
import io.github.talosforge.plan.JoinedNodes;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.SavedPlan;
import io.github.talosforge.proxmox.CallQueue;
import io.github.talosforge.report.RunReport;
import io.github.talosforge.secrets.Secrets;
import io.github.talosforge.secrets.SecretsBundle;
import io.github.talosforge.secrets.SecretsFile;
import io.github.talosforge.talos.TalosCounters;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One cluster during one build. A plan holds for the next task too, until something is written: a
 * run without changes looks once, however many tasks it has.
 */
public final class SharedSession implements AutoCloseable {
  private final ClusterSession session;
  private final CallQueue queue;
  private final RunNotes notes;
  private final AgreedPlan agreed = new AgreedPlan();
  private volatile boolean stopped;
  private @Nullable TalosSession talos;
  private @Nullable Plan known;

  SharedSession(ClusterSession session, CallQueue queue, RunJournal journal) {
    this.session = session;
    this.queue = queue;
    this.notes = new RunNotes(journal);
  }

  /**
   * Plans, unless that was done and nothing was written since. All tasks of a cluster share their
   * options, so that their plans are the same.
   *
   * @param selection the nodes that it is about
   * @param allowRestarts whether running nodes may be stopped and started
   * @param machines the machines, which say what new nodes are made of
   * @return the plan
   */
  public synchronized Plan plan(
      NodeSelection selection, boolean allowRestarts, Supplier<Optional<TalosSession>> machines) {
    Plan plan =
        Optional.ofNullable(known)
            .orElseGet(() -> session.plan(selection, allowRestarts, machines));
    if (known == null) {
      told(plan);
    }
    known = plan;
    notes.unchanged(plan.unchanged());
    return plan;
  }

  /**
   * Plans the end of the cluster's VMs.
   *
   * @param selection the nodes to remove
   * @param liftProtection whether protected VMs may be removed too
   * @param withData whether data VMs go too, with all that they keep
   * @param joined asks the running cluster for nodes that nothing else knows
   * @return the plan
   */
  public synchronized Plan planDestruction(
      NodeSelection selection,
      boolean liftProtection,
      boolean withData,
      Supplier<JoinedNodes> joined) {
    return told(session.planDestruction(selection, liftProtection, withData, joined));
  }

  /**
   * Plans to make the VM of a node anew around its data.
   *
   * @param selection the node
   * @param liftProtection whether its VM may be protected
   * @param machines the machines, which say what the new VM is made of
   * @return the plan
   */
  public synchronized Plan planRebuild(
      NodeSelection selection, boolean liftProtection, Supplier<Optional<TalosSession>> machines) {
    return told(session.planRebuild(selection, liftProtection, machines));
  }

  /**
   * Plans to delete the data of one volume for ever.
   *
   * @param selection the node
   * @param volume the volume, as the files called it
   * @return the plan
   */
  public synchronized Plan planVolumeDestruction(NodeSelection selection, String volume) {
    return told(session.planVolumeDestruction(selection, volume));
  }

  /**
   * Looks once more whether the VMs that a plan destroys can go.
   *
   * @param plan the plan
   * @return the plan; blocked when one of them is locked now
   */
  public synchronized Plan withLocks(Plan plan) {
    return session.withLocks(plan);
  }

  /**
   * Plans to make VMs nodes that somebody else made.
   *
   * @param wishes the node that each VM becomes, by the VM's id or name
   * @return the marks, and what would follow
   */
  public synchronized Adoption planAdoption(Map<String, NodeName> wishes) {
    Adoption adoption = session.planAdoption(wishes);
    told(adoption.marks());
    return adoption;
  }

  /**
   * Plans the end of templates that nothing uses.
   *
   * @param keep how many of each schematic and host are kept all the same
   * @param images whether images that nothing uses go too
   * @param machines the machines, which say what the next node is made of
   * @return the plan
   */
  public synchronized Plan planTemplateCleaning(
      int keep, boolean images, Supplier<Optional<TalosSession>> machines) {
    return told(session.planTemplateCleaning(keep, images, machines));
  }

  /**
   * Has the report tell a plan, and draw the nodes as the plan saw them.
   *
   * @param plan the plan
   * @return the same plan
   */
  public synchronized Plan told(Plan plan) {
    notes.planned(plan);
    draw();
    return plan;
  }

  /** The report draws what somebody saw; it never looks for itself. */
  private void draw() {
    session.lastStatus().ifPresent(notes::seen);
  }

  /**
   * Plans the end of what nodes and earlier runs left behind. The report tells it only if it is
   * {@link #told}: for some tasks it is a plan, for others a remark.
   *
   * @return the plan
   */
  public synchronized Plan planLeftovers() {
    return session.planLeftovers();
  }

  /**
   * Compares a plan with the one that was agreed upon, or with what is left of that after this
   * build has prepared templates and images for it.
   *
   * @param plan the plan
   * @param saved the plan that was agreed upon
   * @return what is different, in a sentence with the next step; empty if it does nothing else
   */
  public synchronized Optional<String> difference(Plan plan, SavedPlan saved) {
    return agreed.difference(plan, saved);
  }

  /**
   * Carries a plan out. When the thread is interrupted meanwhile, nothing new is begun; what runs
   * on Proxmox is left to finish.
   *
   * @param plan the plan
   * @param parallel how many changes at a time
   * @param taskTimeout how long one task of Proxmox may take
   * @param log hears what happens
   * @param care looks after the cluster while a VM is stopped and started
   * @param stopping called when the run was asked to stop
   * @return how each change ended
   */
  public synchronized ApplyResult apply(
      Plan plan,
      int parallel,
      Duration taskTimeout,
      ApplyLog log,
      RestartCare care,
      Runnable stopping) {
    if (!plan.isEmpty()) {
      known = null;
    }
    ApplyOptions options = new ApplyOptions(parallel, taskTimeout, () -> stopped);
    ApplyResult result =
        StoppableWork.run(
            () -> session.apply(plan, options, notes.heard(log), care), () -> stop(stopping));
    notes.ended(result);
    return result;
  }

  /**
   * Does work with the machines. When the thread is interrupted meanwhile, the work goes on until
   * it would begin something new.
   *
   * @param work the work, which asks {@link #isStopped} before it begins anything
   * @param stopping called when the run was asked to stop
   * @return what came of it
   * @param <T> its type
   */
  public <T> T stoppable(Callable<T> work, Runnable stopping) {
    T result = StoppableWork.run(work, () -> stop(stopping));
    draw();
    return result;
  }

  private void stop(Runnable stopping) {
    stopped = true;
    queue.close();
    stopping.run();
  }

  /**
   * Tells whether a run was asked to stop.
   *
   * @return whether nothing new is begun any more
   */
  public boolean isStopped() {
    return stopped;
  }

  /**
   * Tells whether a control plane stays that nobody asked to destroy.
   *
   * @param selection the nodes that were asked for
   * @param going the nodes whose VMs are destroyed
   * @return whether the others have to leave the cluster properly
   */
  public synchronized boolean goesOnWithout(NodeSelection selection, Set<NodeName> going) {
    return session.goesOnWithout(selection, going);
  }

  /**
   * Tells how the nodes are; looks again only if something was written since the last plan.
   *
   * @return the nodes of the files in their order, then those that the files no longer name
   */
  public synchronized List<NodeStatus> status() {
    List<NodeStatus> nodes = session.status();
    draw();
    return nodes;
  }

  /**
   * Returns what is remembered of this build.
   *
   * @return the notes
   */
  public RunNotes notes() {
    return notes;
  }

  /**
   * Opens the way to the machines, once for all tasks of the build.
   *
   * @param secrets the cluster's secrets
   * @param proxy the proxy through which machines are reached
   * @return the machines
   */
  public synchronized TalosSession talos(SecretsBundle secrets, Optional<HttpProxy> proxy) {
    TalosSession open =
        Optional.ofNullable(talos).orElseGet(() -> session.talos(secrets, dialer(proxy)));
    talos = open;
    draw();
    return open;
  }

  /**
   * Finds the nodes whose machines never got a configuration; needs no secrets.
   *
   * @param proxy the proxy through which machines are reached
   * @return the nodes
   */
  public synchronized Set<NodeName> unconfigured(Optional<HttpProxy> proxy) {
    return session.unconfigured(dialer(proxy));
  }

  private static Dialer dialer(Optional<HttpProxy> proxy) {
    return proxy.map(at -> Dialer.direct().through(at)).orElseGet(Dialer::direct);
  }

  /**
   * Reads the cluster's secrets; without any, looks at the machines.
   *
   * @param file where the secrets should be
   * @param proxy the proxy through which machines are reached
   * @return the secrets, or what is known without them
   */
  public synchronized Secrets secrets(SecretsFile file, Optional<HttpProxy> proxy) {
    return session.secrets(file, dialer(proxy));
  }

  /**
   * Reads the cluster's secrets, or makes them if no machine has others.
   *
   * @param file where the secrets are or will be
   * @param proxy the proxy through which machines are reached
   * @param options how long machines are waited for
   * @param log hears what is seen of them
   * @return the secrets
   */
  public synchronized SecretsBundle obtainSecrets(
      SecretsFile file, Optional<HttpProxy> proxy, TalosOptions options, TalosLog log) {
    return session.obtainSecrets(file, dialer(proxy), options, log);
  }

  /**
   * Compares the clock of Proxmox VE with this machine's, by what was answered so far.
   *
   * @return a finding if they differ
   */
  public synchronized FindingReport clocks() {
    return session.clocks();
  }

  /**
   * Warns in a plan of secrets that are missing on a living cluster.
   *
   * @param plan a plan for the VMs
   * @param missing what is known without the secrets
   * @return the plan, with a warning where one is due
   */
  public synchronized Plan without(Plan plan, Secrets.Missing missing) {
    return session.without(plan, missing);
  }

  /**
   * Returns what this build has done to the cluster so far.
   *
   * @return the record, summed over all tasks
   */
  public synchronized RunRecord record() {
    return notes.record(session.counters(), talosCounters());
  }

  /**
   * Tells this build so far.
   *
   * @return what the page shows
   */
  public synchronized RunReport report() {
    return notes.report(session.counters(), talosCounters());
  }

  private TalosCounters talosCounters() {
    return Optional.ofNullable(talos)
        .map(TalosSession::counters)
        .orElse(new TalosCounters(0, 0, 0));
  }

  @Override
  public void close() {
    session.close();
  }
}
