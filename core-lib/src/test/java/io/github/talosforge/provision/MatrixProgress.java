package io.github.talosforge.provision;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.talosforge.provision.CrashCase.Ending;
import io.github.talosforge.provision.CrashCase.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/**
 * How the cases of a scenario ended on a commit, written down one by one, so that a run that is cut
 * off can go on.
 */
final class MatrixProgress {
  private static final int AT_ONCE = 4;
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * A case that was run, a line of the file.
   *
   * @param crash which
   * @param ending how it ended
   * @param runs how many further runs it took
   * @param seconds how long, while others ran beside it
   * @param words why it was lost, or what was named
   */
  record Done(String crash, Ending ending, int runs, double seconds, String words) {
    static Done of(Verdict verdict, long nanos) {
      return new Done(
          verdict.crash().toString(),
          verdict.ending(),
          verdict.runs(),
          Math.round(nanos / 1e8) / 10.0,
          verdict.words());
    }
  }

  private final Path file;
  private final Map<String, Done> known = new HashMap<>();

  /** What was done on a clean commit counts; on any other, all begins anew. */
  MatrixProgress(Path folder, MatrixRecord.Commit commit, String name) throws IOException {
    file = folder.resolve(commit.name()).resolve(name + ".jsonl");
    Files.createDirectories(file.getParent());
    if (!commit.isClean()) {
      Files.deleteIfExists(file);
    }
    String text = Files.exists(file) ? Files.readString(file) : "";
    text.lines().forEach(this::read);
    if (!text.isEmpty() && !text.endsWith("\n")) {
      // A line that was cut off must not become the beginning of another.
      Files.writeString(file, "\n", StandardOpenOption.APPEND);
    }
  }

  private void read(String line) {
    try {
      Done one = JSON.readValue(line, Done.class);
      known.put(one.crash(), one);
    } catch (JsonProcessingException e) {
      // Cut off while it was written: the case is run again.
    }
  }

  /** Runs what was not done yet; returns how all of them ended, in their order. */
  List<Done> complete(List<CrashCase> cases, Function<CrashCase, Verdict> way)
      throws InterruptedException, ExecutionException {
    ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    try {
      List<Future<Done>> running =
          cases.stream().map(crash -> threads.submit(() -> done(crash, way))).toList();
      List<Done> all = new ArrayList<>();
      for (Future<Done> one : running) {
        all.add(one.get());
      }
      return all;
    } finally {
      threads.shutdownNow();
    }
  }

  private Done done(CrashCase crash, Function<CrashCase, Verdict> way) {
    return earlier(crash)
        .orElseGet(
            () -> {
              long start = System.nanoTime();
              Done done = Done.of(way.apply(crash), System.nanoTime() - start);
              write(done);
              return done;
            });
  }

  private synchronized Optional<Done> earlier(CrashCase crash) {
    return Optional.ofNullable(known.get(crash.toString()));
  }

  private synchronized void write(Done done) {
    try {
      Files.write(
          file,
          List.of(JSON.writeValueAsString(done)),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    known.put(done.crash(), done);
  }

  /** When the last case ended. */
  LocalDate date() throws IOException {
    return Files.getLastModifiedTime(file).toInstant().atZone(ZoneOffset.UTC).toLocalDate();
  }
}
