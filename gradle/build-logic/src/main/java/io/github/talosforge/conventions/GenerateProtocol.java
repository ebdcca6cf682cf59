package io.github.talosforge.conventions;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.inject.Inject;
import org.gradle.api.DefaultTask;
import org.gradle.api.GradleException;
import org.gradle.api.file.ArchiveOperations;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.file.FileSystemOperations;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.Classpath;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.InputDirectory;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.OutputDirectory;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.TaskAction;
import org.gradle.process.ExecOperations;

/**
 * Runs {@code protoc} over the protocol files. These name no Java package, because two modules
 * compile them, each under a package of its own: it is written into a copy.
 */
@CacheableTask
public abstract class GenerateProtocol extends DefaultTask {
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([a-z.]+);$");

  /** The folder with the protocol files. */
  @InputDirectory
  @PathSensitive(PathSensitivity.RELATIVE)
  public abstract DirectoryProperty getProtocol();

  /** The package under which the generated classes lie. */
  @Input
  public abstract Property<String> getJavaPackage();

  /** The compiler and its plugin for gRPC, as files of the machine's kind. */
  @InputFiles
  @PathSensitive(PathSensitivity.NAME_ONLY)
  public abstract ConfigurableFileCollection getPrograms();

  /** The jar that holds the well-known types. */
  @Classpath
  public abstract ConfigurableFileCollection getWellKnownTypes();

  /** Where the Java sources go. */
  @OutputDirectory
  public abstract DirectoryProperty getSources();

  @Inject
  protected abstract ExecOperations getExec();

  @Inject
  protected abstract FileSystemOperations getFiles();

  @Inject
  protected abstract ArchiveOperations getArchives();

  /** Copies, names the packages, compiles. */
  @TaskAction
  public void generate() throws IOException {
    Path work = getTemporaryDir().toPath();
    getFiles().delete(spec -> spec.delete(work.resolve("proto"), getSources()));
    Files.createDirectories(getSources().get().getAsFile().toPath());
    getFiles().copy(spec -> spec.from(getProtocol()).into(work.resolve("proto").toFile()));
    List<String> files = namePackages(work.resolve("proto"));
    getFiles()
        .copy(
            spec ->
                spec.from(getArchives().zipTree(getWellKnownTypes().getSingleFile()))
                    .include("google/protobuf/*.proto")
                    .into(work.resolve("proto").toFile()));
    List<String> command = new ArrayList<>();
    command.add(program("protoc-4", work));
    command.add("--plugin=protoc-gen-grpc-java=" + program("protoc-gen-grpc-java", work));
    command.add("--proto_path=" + work.resolve("proto"));
    command.add("--java_out=lite:" + getSources().get().getAsFile());
    command.add("--grpc-java_out=lite,@generated=omit:" + getSources().get().getAsFile());
    command.addAll(files);
    getExec().exec(spec -> spec.commandLine(command));
  }

  private List<String> namePackages(Path copy) throws IOException {
    try (Stream<Path> files = Files.walk(copy)) {
      return files
          .filter(file -> file.toString().endsWith(".proto"))
          .sorted()
          .peek(this::namePackage)
          .map(file -> copy.relativize(file).toString())
          .toList();
    }
  }

  private void namePackage(Path file) {
    try {
      String text = Files.readString(file);
      Matcher matcher = PACKAGE.matcher(text);
      if (!matcher.find()) {
        throw new GradleException(file.getFileName() + " has no line 'package <name>;'");
      }
      String options =
          matcher.group()
              + "\n\noption java_multiple_files = true;\noption java_package = \""
              + getJavaPackage().get()
              + "."
              + matcher.group(1)
              + "\";";
      Files.writeString(file, matcher.replaceFirst(Matcher.quoteReplacement(options)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A repository's file has no execute permission. */
  private String program(String prefix, Path work) throws IOException {
    File file =
        getPrograms().getFiles().stream()
            .filter(candidate -> candidate.getName().startsWith(prefix))
            .findFirst()
            .orElseThrow(() -> new GradleException("No program " + prefix + " was resolved"));
    getFiles().copy(spec -> spec.from(file).into(work.toFile()));
    File copy = work.resolve(file.getName()).toFile();
    if (!copy.setExecutable(true)) {
      throw new GradleException("Cannot make " + copy + " executable");
    }
    return copy.getPath();
  }
}
