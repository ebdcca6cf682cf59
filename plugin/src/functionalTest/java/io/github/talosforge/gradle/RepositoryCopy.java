package io.github.talosforge.gradle;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.stream.Stream;
import org.gradle.testkit.runner.GradleRunner;

/** This repository in another folder, as a clone would be: without what builds and runs leave. */
record RepositoryCopy(Path folder) {
  private static final Path REPOSITORY = Path.of(System.getProperty("talosforge.repository"));
  private static final Path USER_HOME = Path.of(System.getProperty("talosforge.gradleUserHome"));
  private static final Set<String> LEFT_BEHIND = Set.of(".git", ".gradle", "build", "secrets.yaml");

  static RepositoryCopy in(Path folder) throws IOException {
    Files.walkFileTree(
        REPOSITORY,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path from, BasicFileAttributes attributes)
              throws IOException {
            if (isLeftBehind(from)) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(to(from));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path from, BasicFileAttributes attributes)
              throws IOException {
            if (!isLeftBehind(from)) {
              Files.copy(from, to(from));
            }
            return FileVisitResult.CONTINUE;
          }

          private Path to(Path from) {
            return folder.resolve(REPOSITORY.relativize(from).toString());
          }
        });
    return new RepositoryCopy(folder);
  }

  /** A package may be called build. */
  private static boolean isLeftBehind(Path path) {
    return LEFT_BEHIND.contains(path.getFileName().toString())
        && !REPOSITORY.relativize(path).toString().contains("src" + File.separator);
  }

  /** Runs a build with what the build of this repository has downloaded; nothing else is. */
  static String run(Path project, String... arguments) {
    return GradleRunner.create()
        .withProjectDir(project.toFile())
        .withTestKitDir(USER_HOME.toFile())
        .withArguments(
            Stream.concat(Stream.of(arguments), Stream.of("--offline", "--warning-mode=all"))
                .toList())
        .build()
        .getOutput();
  }
}
