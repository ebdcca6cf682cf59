package io.github.talosforge.conventions;

import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.plugins.JavaPluginExtension;
import org.gradle.api.provider.Provider;
import org.gradle.api.services.BuildService;
import org.gradle.api.services.BuildServiceParameters;
import org.gradle.api.tasks.JavaExec;
import org.gradle.api.tasks.SourceSet;

/**
 * A {@code benchmark} source set whose {@code Benchmarks} main class writes JSON figures under
 * {@code build/benchmarks/}. Never part of {@code check}: figures of a noisy machine must not
 * decide a build.
 */
public class BenchmarkedConventionsPlugin implements Plugin<Project> {
  /** What a benchmark holds while it runs: two at once would measure each other. */
  abstract static class QuietMachine implements BuildService<BuildServiceParameters.None> {}

  @Override
  public void apply(Project project) {
    JavaPluginExtension java = project.getExtensions().getByType(JavaPluginExtension.class);
    SourceSet main = java.getSourceSets().getByName("main");
    SourceSet test = java.getSourceSets().getByName("test");
    SourceSet benchmark = java.getSourceSets().create("benchmark");
    benchmark.setCompileClasspath(
        benchmark.getCompileClasspath().plus(main.getOutput()).plus(test.getCompileClasspath()));
    benchmark.setRuntimeClasspath(
        benchmark
            .getRuntimeClasspath()
            .plus(benchmark.getOutput())
            .plus(main.getOutput())
            .plus(test.getRuntimeClasspath()));
    Provider<QuietMachine> quiet =
        project
            .getGradle()
            .getSharedServices()
            .registerIfAbsent(
                "quietMachine",
                QuietMachine.class,
                service -> service.getMaxParallelUsages().set(1));
    project
        .getTasks()
        .register(
            "benchmark",
            JavaExec.class,
            task -> {
              task.usesService(quiet);
              task.setGroup("verification");
              task.setDescription("Measures speed and calls; writes JSON under build/benchmarks/.");
              task.setClasspath(benchmark.getRuntimeClasspath());
              task.getMainClass().set("io.github.talosforge.benchmark.Benchmarks");
              task.args(
                  project
                      .getLayout()
                      .getBuildDirectory()
                      .dir("benchmarks")
                      .get()
                      .getAsFile()
                      .getAbsolutePath());
              // Gradle's ProjectBuilder defines classes at run time.
              task.jvmArgs("--add-opens=java.base/java.lang=ALL-UNNAMED");
              task.systemProperty("talosforge.loopbackOnly", "true");
            });
  }
}
