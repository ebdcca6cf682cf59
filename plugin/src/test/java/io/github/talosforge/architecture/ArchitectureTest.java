package io.github.talosforge.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall.Predicates;
import com.tngtech.archunit.core.domain.JavaClass;
import io.github.talosforge.gradle.report.GradleProgress;
import io.github.talosforge.gradle.tasks.ClusterTask;
import java.io.IOException;
import java.nio.file.Path;
import org.gradle.api.DefaultTask;
import org.gradle.api.Project;
import org.gradle.api.Task;
import org.gradle.api.tasks.TaskContainer;
import org.junit.jupiter.api.Test;

/** The list of packages is the architecture; {@code docs/architecture.md} shows the same list. */
class ArchitectureTest {
  private static final PackageList PACKAGES =
      PackageList.of(
          Path.of("build/classes/java/main"),
          "io.github.talosforge.gradle",
          """
          . -> connection, dsl, options, services, tasks
          connection -> dsl
          dsl ->
          options ->
          report ->
          services -> report
          simulator -> dsl, report, tasks
          tasks -> connection, options, report, services
          """);

  @Test
  void everyPackageUsesJustWhatTheListSays() {
    PACKAGES.holds();
  }

  @Test
  void arrowsPointOneWay() {
    PACKAGES.hasNoCycle();
  }

  @Test
  void everyPackageIsNullMarked() {
    PACKAGES.isNullMarked();
  }

  @Test
  void theArchitecturePageShowsTheList() throws IOException {
    PACKAGES.isShownIn("docs/architecture.md");
  }

  @Test
  void tasksKnowNoProjectWhenTheyRun() {
    noClasses()
        .that()
        .areAssignableTo(DefaultTask.class)
        .should()
        .callMethod(Task.class, "getProject")
        .orShould()
        .callMethod(DefaultTask.class, "getProject")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Project.class)
        .check(PACKAGES.classes());
  }

  @Test
  void tasksAreRegisteredAndNeverCreated() {
    noClasses()
        .should()
        .callMethodWhere(
            Predicates.target(
                DescribedPredicate.describe(
                    "an eager method of TaskContainer",
                    target ->
                        target.getOwner().isAssignableTo(TaskContainer.class)
                            && target
                                .getName()
                                .matches("create|getByName|all|replace|maybeCreate"))))
        .check(PACKAGES.classes());
  }

  @Test
  void nothingInternalOfGradleIsUsedButForProgress() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName(GradleProgress.class.getName())
        .should()
        .dependOnClassesThat(
            DescribedPredicate.describe(
                "internal to Gradle",
                (JavaClass type) ->
                    type.getPackageName().matches("org\\.gradle\\.(.*\\.)?internal(\\..*)?")))
        .check(PACKAGES.classes());
  }

  @Test
  void nothingIsPrintedPastGradlesLogger() {
    noClasses()
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .check(PACKAGES.classes());
  }

  /** A task of a cluster has a logger that lets no secret pass. */
  @Test
  void everyTaskOfAClusterTellsThroughTheDoor() {
    classes()
        .that()
        .areAssignableTo(DefaultTask.class)
        .and()
        .resideOutsideOfPackage("..simulator")
        .should()
        .beAssignableTo(ClusterTask.class)
        .check(PACKAGES.classes());
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName(ClusterTask.class.getName())
        .should()
        .callMethod(DefaultTask.class, "getLogger")
        .check(PACKAGES.classes());
  }

  @Test
  void theSimulatorIsNeverOnThePluginsClassPath() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.github.talosforge.simulator..")
        .check(PACKAGES.classes());
  }
}
