package io.github.talosforge.attack;

import io.github.talosforge.HurriedSessions;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.health.HealthReport;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.operation.ClusterRun;
import io.github.talosforge.operation.Goal;
import io.github.talosforge.operation.Operation;
import io.github.talosforge.operation.RunListener;
import io.github.talosforge.operation.Terms;
import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanJson;
import io.github.talosforge.plan.PlanText;
import io.github.talosforge.report.ReportPage;
import io.github.talosforge.secrets.SecretsFile;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All that users can ask for, one after the other, and all that is told of it. */
record EveryGoal(World world, ClusterSpec spec, SecretsFile secrets, Told told) {
  private static final NodeSelection ALL = NodeSelection.all();
  private static final NodeSelection NODE = NodeSelection.only(NodeName.of("cp-1"));

  private static final List<Goal> GOALS =
      List.of(
          new Goal.BuildTemplates(ALL, true),
          new Goal.Provision(ALL, true),
          new Goal.AwaitTalos(ALL),
          new Goal.Configure(ALL, true),
          new Goal.Bootstrap(ALL, true),
          new Goal.Adopt(Map.of("100", NodeName.of("cp-1"))),
          new Goal.Rebuild(NODE, true, true),
          new Goal.DestroyVolume(NODE, "db"),
          new Goal.RemoveNodes(NODE, true, true),
          new Goal.Destroy(ALL, true, true),
          new Goal.RemoveLeftovers(),
          new Goal.CleanTemplates(0, true));

  /** Returns the kinds of goals that nobody tries here. */
  static Set<Class<?>> forgotten() {
    return Stream.of(Goal.class.getPermittedSubclasses())
        .filter(kind -> GOALS.stream().noneMatch(kind::isInstance))
        .collect(Collectors.toSet());
  }

  void reach() {
    GOALS.forEach(this::reach);
  }

  private void reach(Goal goal) {
    String verb = goal.getClass().getSimpleName();
    Terms terms =
        Terms.with(secrets)
            .through(HurriedSessions.patiently(world.nodes()))
            .patience(HurriedSessions.IMPATIENT.patience())
            .confirming(List.of("demo", "cp-1"));
    try (ClusterRun run =
        ClusterRun.over(spec, HurriedSessions.hurried(world.session(spec)), terms)) {
      try {
        Operation operation = run.operation(goal);
        tell(verb, operation.plan());
        operation.later().ifPresent(later -> tell(verb, later));
        told.by(verb, operation.run(listener(verb)).toString());
      } catch (RuntimeException e) {
        told.by(verb, e);
      }
      told.by(verb, ReportPage.render(run.report()));
    }
  }

  private void tell(String verb, Plan plan) {
    told.by(verb, PlanText.render(plan, false));
    told.by(verb, PlanJson.render(plan));
  }

  private RunListener listener(String verb) {
    ApplyLog changes = told.changes(verb);
    TalosLog machines = told.machines(verb);
    return new RunListener() {
      @Override
      public void begins(Change change) {
        changes.begins(change);
      }

      @Override
      public void ends(Outcome outcome) {
        changes.ends(outcome);
      }

      @Override
      public void warns(Change change, String sentence) {
        changes.warns(change, sentence);
      }

      @Override
      public void begins(String sentence) {
        machines.begins(sentence);
      }

      @Override
      public void sees(NodeName node, String words) {
        machines.sees(node, words);
      }

      @Override
      public void does(NodeName node, String words) {
        machines.does(node, words);
      }

      @Override
      public void warns(NodeName node, String sentence) {
        machines.warns(node, sentence);
      }

      @Override
      public void checked(HealthReport report) {
        machines.checked(report);
      }

      @Override
      public void tells(String sentence) {
        told.by(verb, sentence);
      }

      @Override
      public void warns(String sentence) {
        told.by(verb, sentence);
      }
    };
  }
}
