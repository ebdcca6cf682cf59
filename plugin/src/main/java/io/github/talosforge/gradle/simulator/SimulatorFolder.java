package io.github.talosforge.gradle.simulator;

import io.github.talosforge.files.PrivateFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Where a simulator lives: its state, what it printed, and which process it is. Builds that come
 * later find the process here, and two builds at once take turns.
 */
final class SimulatorFolder {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Path folder;

  SimulatorFolder(Path folder) {
    this.folder = folder;
  }

  /** Starts the command unless the same command runs already. Tells whether it was started. */
  boolean start(List<String> command) {
    return alone(
        () -> {
          Optional<ProcessHandle> running = running();
          if (running.isPresent() && command.equals(lines("command"))) {
            return false;
          }
          running.ifPresent(SimulatorFolder::end);
          launch(command);
          return true;
        });
  }

  /** Stops the process, if one runs. Tells whether there was one. */
  boolean stop() {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    return alone(
        () -> {
          Optional<ProcessHandle> running = running();
          running.ifPresent(SimulatorFolder::end);
          remove("process");
          return running.isPresent();
        });
  }

  /** The folder that the simulator keeps its state in. */
  Path state() {
    return folder.resolve("state");
  }

  Optional<SimulatorConnection> connection() {
    return SimulatorConnection.parse(read("output"));
  }

  private void launch(List<String> command) {
    remove("process");
    write("command", String.join("\n", command));
    Path output = write("output", "");
    Path errors = write("errors", "");
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
              .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()))
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException("The simulator cannot be started", e);
    }
    write("process", identity(process.toHandle()));
    awaitConnection(process);
  }

  private void awaitConnection(Process process) {
    Instant end = Instant.now().plus(PATIENCE);
    try {
      while (connection().isEmpty()) {
        if (process.waitFor(20, TimeUnit.MILLISECONDS)) {
          throw new IllegalStateException("The simulator ended at once: " + read("errors").strip());
        }
        if (Instant.now().isAfter(end)) {
          process.destroy();
          throw new IllegalStateException(
              "The simulator was not ready after %d seconds; see %s"
                  .formatted(PATIENCE.toSeconds(), folder.resolve("errors")));
        }
      }
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while the simulator started", e);
    }
  }

  /** The process that was started here, unless it ended; its number may belong to another now. */
  private Optional<ProcessHandle> running() {
    String identity = read("process");
    String number = identity.replaceFirst(" .*", "");
    return number.isEmpty()
        ? Optional.empty()
        : ProcessHandle.of(Long.parseLong(number))
            .filter(ProcessHandle::isAlive)
            .filter(handle -> identity(handle).equals(identity));
  }

  private static String identity(ProcessHandle handle) {
    return handle.pid() + " " + handle.info().startInstant().map(Instant::toString).orElse("");
  }

  private static void end(ProcessHandle handle) {
    handle.destroy();
    try {
      handle.onExit().get(10, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      handle.destroyForcibly();
    } catch (ExecutionException e) {
      throw new IllegalStateException("Cannot wait for the simulator's end", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean alone(Supplier<Boolean> work) {
    try {
      PrivateFile.folder(folder);
      try (FileChannel channel =
              FileChannel.open(
                  folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        return lock.isValid() && work.get();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The simulator's folder " + folder + " cannot be used", e);
    }
  }

  private List<String> lines(String name) {
    return read(name).lines().toList();
  }

  private String read(String name) {
    Path file = folder.resolve(name);
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path write(String name, String text) {
    try {
      Path file = folder.resolve(name);
      PrivateFile.replace(file, text);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void remove(String name) {
    try {
      Files.deleteIfExists(folder.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
