package io.github.talosforge.operation;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.NodeStatus;
import io.github.talosforge.TalosSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.apply.RestartCare;
import io.github.talosforge.backup.BackupReport;
import io.github.talosforge.backup.BackupWish;
import io.github.talosforge.bootstrap.SeenNode;
import io.github.talosforge.doctor.Diagnosis;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.health.HealthReport;
import io.github.talosforge.journal.RunJournal;
import io.github.talosforge.machineconfig.GeneratedConfigs;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.proxmox.ClientCounters;
import io.github.talosforge.report.RunReport;
import io.github.talosforge.talos.TalosCounters;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * One run over one cluster: what its operations share. A plan holds for the next operation too,
 * until something is written, and one journal hears everything.
 *
 * <pre>{@code
 * Terms terms = Terms.with(secretsFile).confirming(List.of("worker-3"));
 * try (ClusterRun run = ClusterRun.over(spec, ClusterSession.open(spec, connection), terms)) {
 *   Operation removal = run.operation(new Goal.RemoveNodes(worker3, false, false));
 *   System.out.println(PlanText.render(removal.plan(), false));
 *   removal.run(RunListener.SILENT);
 * }
 * }</pre>
 */
public final class ClusterRun implements AutoCloseable {
  private final ClusterSpec spec;
  private final ClusterSession session;
  private final Terms terms;
  private final RunJournal journal;
  private final RunAudit audit;
  private final Keys keys;
  private final RunPlans plans;
  private final RunMachines inside;
  private final RunLock lock;
  private final List<Outcome> outcomes = new ArrayList<>();
  private volatile boolean stopped;

  private ClusterRun(ClusterSpec spec, ClusterSession session, Terms terms, RunJournal journal) {
    this.spec = spec;
    this.session = session;
    this.terms = terms;
    this.journal = journal;
    this.audit = new RunAudit(terms, journal);
    this.keys = new Keys(this);
    this.plans = new RunPlans(this);
    this.inside = new RunMachines(this);
    this.lock = new RunLock(this);
  }

  /**
   * Begins a run; nothing is sent yet.
   *
   * @param spec the cluster as its files describe it
   * @param session the way to its Proxmox, closed with the run
   * @param terms what holds for all operations
   * @return the run
   */
  public static ClusterRun over(ClusterSpec spec, ClusterSession session, Terms terms) {
    return over(
        spec, session, terms, new RunJournal(spec, Clock.systemUTC(), UnaryOperator.identity()));
  }

  /**
   * Begins a run that is told to a journal; nothing is sent yet.
   *
   * @param spec the cluster as its files describe it
   * @param session the way to its Proxmox, closed with the run
   * @param terms what holds for all operations
   * @param journal remembers what happens
   * @return the run
   * @throws OperationException if its audit file cannot be written
   */
  public static ClusterRun over(
      ClusterSpec spec, ClusterSession session, Terms terms, RunJournal journal) {
    try {
      ClusterRun run = new ClusterRun(spec, session, terms, journal);
      ClusterSession unused = session.auditedBy(run.audit).stoppingWhen(run::ends);
      return run;
    } catch (OperationException e) {
      session.close();
      throw e;
    }
  }

  /**
   * Says how a goal is reached; nobody is asked yet.
   *
   * @param goal what is wanted
   * @return what reaches it
   */
  public Operation operation(Goal goal) {
    return goal.accept(new Operations(this)).towards(goal);
  }

  /**
   * Plans what is to be done to the VMs of nodes and inside their machines; the machines are asked
   * only where there are secrets to get in.
   *
   * @param nodes the nodes
   * @param allowRestarts whether running nodes may be stopped and started
   * @return the plan
   */
  public Plan plan(NodeSelection nodes, boolean allowRestarts) {
    return plans.whole(nodes, allowRestarts);
  }

  /**
   * Has the journal tell a plan that was made for another purpose.
   *
   * @param plan the plan
   * @return the same plan
   */
  public Plan tell(Plan plan) {
    return plans.tell(plan);
  }

  /** The journal draws what somebody saw; it never looks for itself. */
  synchronized void draw() {
    session.lastStatus().ifPresent(journal::seen);
  }

  /**
   * Plans the end of what nodes and earlier runs left behind, without having the journal tell it.
   *
   * @return the plan
   */
  public synchronized Plan leftovers() {
    return session.planLeftovers();
  }

  synchronized boolean goesOnWithout(NodeSelection nodes, Set<NodeName> going) {
    return session.goesOnWithout(nodes, going);
  }

  /** Carries a plan out. */
  List<Outcome> apply(Plan plan, RestartCare care, RunListener listener) {
    if (!plan.isEmpty()) {
      boolean unused = lock.require();
    }
    ApplyResult result = applied(plan, care, listener);
    if (stopped) {
      throw OperationException.stopped();
    }
    if (!result.complete()) {
      throw OperationException.unfinished(result);
    }
    return result.outcomes();
  }

  private synchronized ApplyResult applied(Plan plan, RestartCare care, RunListener listener) {
    if (!plan.isEmpty()) {
      plans.outdate();
    }
    ApplyResult result =
        session.apply(
            plan,
            new ApplyOptions(terms.parallel(), terms.taskLimit(), this::ends),
            journal.over((ApplyLog) listener),
            care);
    outcomes.addAll(result.outcomes());
    return result;
  }

  /**
   * Asks the operation that is under way to end: nothing new is begun, what runs is left to end.
   */
  public void stop() {
    stopped = true;
  }

  /** Tells whether the run was asked to stop. */
  public boolean isStopped() {
    return stopped;
  }

  /** Tells whether nothing new may be begun. */
  boolean ends() {
    return stopped || audit.isBroken() || lock.lost().isPresent();
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
   * Tells what is seen of the machines, if the cluster's secrets are there.
   *
   * @return what is seen of each; empty if nobody can look
   */
  public List<SeenNode> machines() {
    return inside.seen();
  }

  /**
   * Looks whether this Proxmox cluster is fit for what the files want; needs no secrets.
   *
   * @return what is said about each thing
   */
  public synchronized Diagnosis diagnose() {
    return session.diagnose();
  }

  /**
   * Makes all health checks once.
   *
   * @return what they said
   */
  public HealthReport health() {
    HealthReport report = openMachines().health();
    journal.checked(report);
    return report;
  }

  /**
   * Makes a backup of etcd. Where the wish names nobody who can open it, the rules of SOPS decide
   * for whom it is encrypted, as they do for the cluster's secrets.
   *
   * @param wish where it goes, for whom it is encrypted, and how many stay
   * @return what was made
   * @throws OperationException if the secrets are missing
   * @throws io.github.talosforge.backup.BackupException if none was made; then nothing is left of
   *     it
   */
  public BackupReport backup(BackupWish wish) {
    TalosSession machines = inside.reach(keys.required());
    BackupWish closed =
        wish.recipients().isEmpty()
            ? wish.encryptedFor(
                terms.secrets().recipientsOf(wish.folder().resolve(spec.name() + ".db.age")))
            : wish;
    return machines.backup(closed, Clock.systemUTC(), this::ends);
  }

  /**
   * Opens the way to the machines with the cluster's secrets, which have to be there.
   *
   * @return the way
   * @throws OperationException if the secrets are missing, or no valid configuration follows from
   *     the files
   */
  public TalosSession openMachines() {
    return inside.open(keys.required());
  }

  /**
   * Generates the machine configurations for what the nodes run; with secrets that are made now, if
   * the cluster has none. Nothing is sent to the machines but questions.
   *
   * @param listener hears where secrets were made, and where the files want other versions
   * @return the configurations
   */
  public GeneratedConfigs machineConfigs(RunListener listener) {
    return inside.configs(listener);
  }

  ClusterSpec spec() {
    return spec;
  }

  ClusterSession session() {
    return session;
  }

  Terms terms() {
    return terms;
  }

  RunAudit audit() {
    return audit;
  }

  Keys keys() {
    return keys;
  }

  RunPlans plans() {
    return plans;
  }

  RunLock lock() {
    return lock;
  }

  RunMachines inside() {
    return inside;
  }

  /** Warns if others than their owner could get at the cluster's secrets. */
  public List<String> warnings() {
    return terms.secrets().warnings();
  }

  /** Compares the clock of Proxmox VE with this machine's, by what was answered so far. */
  public synchronized FindingReport clocks() {
    return session.clocks();
  }

  /** Returns the journal, which more can be told to. */
  public RunJournal journal() {
    return journal;
  }

  /** Returns how all changes of this run ended, in order. */
  public synchronized List<Outcome> outcomes() {
    return List.copyOf(outcomes);
  }

  /** Returns the nodes that were as the files say when somebody looked. */
  public synchronized Set<NodeName> unchanged() {
    return plans.unchanged();
  }

  /** Returns what Proxmox was sent so far. */
  public synchronized ClientCounters counters() {
    return session.counters();
  }

  /** Returns what the machines were sent so far. */
  public synchronized TalosCounters talosCounters() {
    return inside.counters();
  }

  /** Tells the run so far. */
  public synchronized RunReport report() {
    return journal.report(session.counters(), talosCounters());
  }

  @Override
  public void close() {
    session.close();
    audit.close();
  }
}
