package io.github.talosforge.conventions;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gradle.api.Project;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.tasks.InputFile;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.testing.Test;
import org.gradle.process.CommandLineArgumentProvider;

/**
 * Tests open thousands of TLS connections, and the JDK of Java 17 does the arithmetic of each in
 * Java. Where a native provider is to be had, their JVMs let that do it.
 */
public abstract class NativeCryptography implements CommandLineArgumentProvider {
  /** The list of providers, the native one among them. */
  @InputFile
  @PathSensitive(PathSensitivity.NONE)
  public abstract RegularFileProperty getProviders();

  @Override
  public Iterable<String> asArguments() {
    return List.of(
        "-Djava.security.properties=" + getProviders().get(),
        // It has no X25519, which clients would ask for first.
        "-Djdk.tls.namedGroups=secp256r1,secp384r1,secp521r1");
  }

  static void isOnTheClassPath(Project project) {
    if (isThere()) {
      Catalog catalog = Catalog.of(project);
      project
          .getDependencies()
          .add(
              "testRuntimeOnly",
              Map.of(
                  "group", "software.amazon.cryptools",
                  "name", "AmazonCorrettoCryptoProvider",
                  "version", catalog.version("corretto-crypto"),
                  "classifier", "linux-x86_64"));
    }
  }

  static void serves(Test task, Project project) {
    if (isThere()) {
      NativeCryptography arguments = project.getObjects().newInstance(NativeCryptography.class);
      arguments
          .getProviders()
          .set(
              project
                  .getIsolated()
                  .getRootProject()
                  .getProjectDirectory()
                  .file("gradle/test-jvm/native.security"));
      task.getJvmArgumentProviders().add(arguments);
    }
  }

  private static boolean isThere() {
    return System.getProperty("os.name").toLowerCase(Locale.ROOT).equals("linux")
        && System.getProperty("os.arch").equals("amd64");
  }
}
