package io.github.talosforge.gradle.simulator;

import io.github.talosforge.gradle.dsl.ProxmoxConnectionSpec;
import io.github.talosforge.gradle.dsl.SimulatorExtension;
import io.github.talosforge.gradle.dsl.TalosforgeExtension;
import io.github.talosforge.gradle.tasks.ClusterTask;
import io.github.talosforge.gradle.tasks.ProxmoxTask;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.artifacts.Configuration;
import org.gradle.api.attributes.Category;
import org.gradle.api.attributes.LibraryElements;
import org.gradle.api.attributes.Usage;
import org.gradle.api.attributes.java.TargetJvmEnvironment;
import org.gradle.api.file.Directory;
import org.gradle.api.model.ObjectFactory;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.TaskProvider;

/**
 * Gives a project a simulated Proxmox VE cluster. Applied beside {@code io.github.talosforge}, it
 * points all clusters at the simulator, whatever properties and environment say.
 */
public abstract class SimulatorPlugin implements Plugin<Project> {
  private static final String NAME = "talosforgeSimulator";

  @Override
  public void apply(Project project) {
    SimulatorExtension extension = extension(project);
    Configuration classPath = classPath(project);
    Provider<Directory> folder =
        project.getLayout().getBuildDirectory().dir("talosforge/simulator");
    TaskProvider<StartSimulator> start = registerStart(project, extension, classPath, folder);
    TaskProvider<StopSimulator> stop = registerStop(project, folder);
    project
        .getPluginManager()
        .withPlugin("base", unused -> project.getTasks().named("clean", it -> it.dependsOn(stop)));
    project
        .getPluginManager()
        .withPlugin("io.github.talosforge", unused -> connect(project, folder, start));
  }

  private static SimulatorExtension extension(Project project) {
    SimulatorExtension extension = project.getExtensions().create(NAME, SimulatorExtension.class);
    extension.getHosts().convention(3);
    extension.getPersonality().convention("9.2");
    extension.getTimeScale().convention(0.02);
    extension.getIdleLimit().convention("30m");
    return extension;
  }

  private static Configuration classPath(Project project) {
    return project
        .getConfigurations()
        .create(
            NAME,
            configuration -> {
              configuration.setCanBeConsumed(false);
              configuration.setDescription("The simulator, which runs in a process of its own.");
              runsOnJava(configuration, project.getObjects());
              configuration.defaultDependencies(
                  dependencies ->
                      dependencies.add(
                          project
                              .getDependencies()
                              .create("io.github.talosforge:simulator:" + version())));
            });
  }

  /** A build without Java plugins knows no default: some libraries come for Android too. */
  private static void runsOnJava(Configuration configuration, ObjectFactory objects) {
    configuration.attributes(
        attributes -> {
          attributes.attribute(
              Usage.USAGE_ATTRIBUTE, objects.named(Usage.class, Usage.JAVA_RUNTIME));
          attributes.attribute(
              Category.CATEGORY_ATTRIBUTE, objects.named(Category.class, Category.LIBRARY));
          attributes.attribute(
              LibraryElements.LIBRARY_ELEMENTS_ATTRIBUTE,
              objects.named(LibraryElements.class, LibraryElements.JAR));
          attributes.attribute(
              TargetJvmEnvironment.TARGET_JVM_ENVIRONMENT_ATTRIBUTE,
              objects.named(TargetJvmEnvironment.class, TargetJvmEnvironment.STANDARD_JVM));
        });
  }

  private static TaskProvider<StartSimulator> registerStart(
      Project project,
      SimulatorExtension extension,
      Configuration classPath,
      Provider<Directory> folder) {
    return project
        .getTasks()
        .register(
            "startSimulator",
            StartSimulator.class,
            task -> {
              task.setGroup(ClusterTask.GROUP);
              task.setDescription("Starts the simulated Proxmox VE cluster, unless it runs.");
              task.getClasspath().from(classPath);
              task.getHosts().set(extension.getHosts());
              task.getPersonality().set(extension.getPersonality());
              task.getTimeScale().set(extension.getTimeScale());
              task.getIdleLimit().set(extension.getIdleLimit());
              task.getFolder().set(folder);
            });
  }

  private static TaskProvider<StopSimulator> registerStop(
      Project project, Provider<Directory> folder) {
    return project
        .getTasks()
        .register(
            "stopSimulator",
            StopSimulator.class,
            task -> {
              task.setGroup(ClusterTask.GROUP);
              task.setDescription("Stops the simulated Proxmox VE cluster; its state is kept.");
              task.getFolder().set(folder);
            });
  }

  private static void connect(
      Project project, Provider<Directory> folder, TaskProvider<StartSimulator> start) {
    TalosforgeExtension extension = project.getExtensions().getByType(TalosforgeExtension.class);
    extension.getImageFactory().set(setting(project, folder, "factory"));
    extension.getTalosProxy().set(setting(project, folder, "proxy"));
    ProxmoxConnectionSpec proxmox = extension.getProxmox();
    proxmox.getEndpoint().set(setting(project, folder, "url"));
    proxmox.getApiToken().set(setting(project, folder, "token"));
    proxmox.getFingerprint().set(setting(project, folder, "fingerprint"));
    proxmox.getLoopbackOnly().set(true);
    project.getTasks().withType(ProxmoxTask.class).configureEach(task -> task.dependsOn(start));
  }

  /** A value that is looked up when a task needs it, after the simulator was started. */
  private static Provider<String> setting(
      Project project, Provider<Directory> folder, String name) {
    return project
        .getProviders()
        .of(
            SimulatorSetting.class,
            source -> {
              source.getParameters().getFolder().set(folder);
              source.getParameters().getName().set(name);
            });
  }

  private static String version() {
    Properties properties = new Properties();
    try (InputStream in =
        SimulatorPlugin.class.getResourceAsStream(
            "/io/github/talosforge/gradle/version.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("The plugin's own version cannot be read", e);
    }
    return properties.getProperty("version");
  }
}
