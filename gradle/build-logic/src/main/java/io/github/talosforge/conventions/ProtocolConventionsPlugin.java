package io.github.talosforge.conventions;

import java.util.Locale;
import java.util.Map;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.artifacts.Configuration;
import org.gradle.api.artifacts.dsl.DependencyHandler;
import org.gradle.api.plugins.JavaPluginExtension;
import org.gradle.api.tasks.SourceSet;
import org.gradle.api.tasks.SourceSetContainer;
import org.gradle.api.tasks.TaskProvider;
import org.gradle.api.tasks.bundling.AbstractArchiveTask;
import org.gradle.api.tasks.compile.JavaCompile;

/**
 * Talos' gRPC interface: the files under {@code protocol/}, generated into a source set of their
 * own, so that the checkers look at our code only. Its classes become part of the module's jar.
 */
public class ProtocolConventionsPlugin implements Plugin<Project> {
  private static final String PROTOCOL = "protocol";

  @Override
  public void apply(Project project) {
    SourceSetContainer sourceSets =
        project.getExtensions().getByType(JavaPluginExtension.class).getSourceSets();
    TaskProvider<GenerateProtocol> generate = generate(project);
    SourceSet protocol =
        sourceSets.create(
            PROTOCOL, set -> set.getJava().srcDir(generate.flatMap(GenerateProtocol::getSources)));
    dependencies(project, protocol);
    project
        .getTasks()
        .named(
            protocol.getCompileJavaTaskName(),
            JavaCompile.class,
            task -> {
              // Nobody mends generated code.
              task.getOptions().getCompilerArgs().clear();
              task.getOptions().getCompilerArgs().add("-Xlint:none");
            });
    project
        .getTasks()
        .named("jar", AbstractArchiveTask.class, jar -> jar.from(protocol.getOutput()));
    project
        .getTasks()
        .withType(AbstractArchiveTask.class)
        .matching(jar -> jar.getName().equals("sourcesJar"))
        .configureEach(jar -> jar.from(generate.flatMap(GenerateProtocol::getSources)));
  }

  private static TaskProvider<GenerateProtocol> generate(Project project) {
    Catalog catalog = Catalog.of(project);
    Configuration programs = resolvable(project, "protocolPrograms");
    Configuration wellKnown = resolvable(project, "protocolWellKnownTypes");
    DependencyHandler dependencies = project.getDependencies();
    dependencies.add(
        programs.getName(), program("com.google.protobuf", "protoc", catalog.version("protobuf")));
    dependencies.add(
        programs.getName(), program("io.grpc", "protoc-gen-grpc-java", catalog.version("grpc")));
    dependencies.add(wellKnown.getName(), catalog.library("protobuf-javalite"));
    return project
        .getTasks()
        .register(
            "generateProtocol",
            GenerateProtocol.class,
            task -> {
              task.setDescription("Generates the classes of Talos' gRPC interface.");
              task.getProtocol()
                  .set(
                      project.getIsolated().getRootProject().getProjectDirectory().dir("protocol"));
              task.getJavaPackage().set(javaPackage(project.getName()));
              task.getPrograms().from(programs);
              task.getWellKnownTypes().from(wellKnown);
              task.getSources()
                  .set(project.getLayout().getBuildDirectory().dir("generated/protocol"));
            });
  }

  /** The simulator shares no class with the library, not even a generated one. */
  private static String javaPackage(String module) {
    return module.equals("simulator")
        ? "io.github.talosforge.simulator.talos.protocol"
        : "io.github.talosforge.talos.protocol";
  }

  private static Configuration resolvable(Project project, String name) {
    return project
        .getConfigurations()
        .create(
            name,
            configuration -> {
              configuration.setCanBeConsumed(false);
              configuration.setTransitive(false);
            });
  }

  private static Map<String, String> program(String group, String name, String version) {
    return Map.of(
        "group", group, "name", name, "version", version, "classifier", machine(), "ext", "exe");
  }

  private static String machine() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    String system = os.contains("mac") ? "osx" : os.contains("win") ? "windows" : "linux";
    return system + (arch.equals("aarch64") || arch.equals("arm64") ? "-aarch_64" : "-x86_64");
  }

  private static void dependencies(Project project, SourceSet protocol) {
    Catalog catalog = Catalog.of(project);
    DependencyHandler dependencies = project.getDependencies();
    for (String scope :
        new String[] {protocol.getImplementationConfigurationName(), "implementation"}) {
      dependencies.add(scope, catalog.library("grpc-protobuf-lite"));
      dependencies.add(scope, catalog.library("grpc-stub"));
      dependencies.add(scope, catalog.library("protobuf-javalite"));
    }
    dependencies.add("implementation", protocol.getOutput());
  }
}
