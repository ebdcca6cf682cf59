package io.github.talosforge.config.yaml;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.finding.SourceLocation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** Reads a YAML file of one document that is a map. */
public final class YamlReader {
  private static final YAMLFactory FACTORY = new YAMLFactory();
  private static final Pattern END = Pattern.compile("end of stream|<stream end>");

  private YamlReader() {}

  /** Reads the bytes of a file; whatever they are, the answer is a file or a sentence about it. */
  public static YamlFile read(String file, byte[] bytes) {
    try {
      return parse(file, SourceText.decode(file, bytes));
    } catch (YamlRefusal refusal) {
      return YamlFile.refused(refusal.finding());
    }
  }

  /** Reads a text of any number of documents, each of which is a map. */
  public static YamlDocuments readAll(String file, byte[] bytes) {
    try {
      return parseAll(file, SourceText.decode(file, bytes));
    } catch (YamlRefusal refusal) {
      return new YamlDocuments(List.of(), FindingReport.of(refusal.finding()));
    }
  }

  private static YamlDocuments parseAll(String file, String text) {
    List<YamlNode.Mapping> roots = new ArrayList<>();
    FindingReport report = FindingReport.empty();
    try (YAMLParser parser = FACTORY.createParser(text)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token != JsonToken.VALUE_NULL) {
          YamlTree tree = new YamlTree(file, parser);
          roots.add(document(tree, token));
          report = report.merge(FindingReport.of(tree.findings()));
        }
      }
      return new YamlDocuments(roots, report);
    } catch (JacksonException e) {
      throw syntax(file, e);
    } catch (IOException e) {
      throw new UncheckedIOException("Reading a text in memory failed", e);
    }
  }

  private static YamlNode.Mapping document(YamlTree tree, JsonToken token) throws IOException {
    if (token != JsonToken.START_OBJECT) {
      throw new YamlRefusal(
          "TF-YAML-ROOT",
          tree.here(),
          "This document does not consist of keys and values.",
          "Write 'key: value' lines.");
    }
    return tree.mapping(0);
  }

  private static YamlFile parse(String file, String text) {
    try (YAMLParser parser = FACTORY.createParser(text)) {
      YamlTree tree = new YamlTree(file, parser);
      YamlNode.Mapping root = root(file, parser, tree);
      return new YamlFile(Optional.of(root), FindingReport.of(tree.findings()));
    } catch (JacksonException e) {
      throw syntax(file, e);
    } catch (IOException e) {
      throw new UncheckedIOException("Reading a text in memory failed", e);
    }
  }

  private static YamlNode.Mapping root(String file, YAMLParser parser, YamlTree tree)
      throws IOException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw new YamlRefusal(
          "TF-YAML-ROOT",
          new SourceLocation(file, 1, 1),
          parser.currentToken() == null
              ? "The file is empty."
              : "The file does not consist of keys and values.",
          "Write 'key: value' lines; the reference lists the keys.");
    }
    YamlNode.Mapping root = tree.mapping(0);
    if (parser.nextToken() != null) {
      throw new YamlRefusal(
          "TF-YAML-DOCUMENTS",
          tree.here(),
          "A second document begins here; a file holds one.",
          "Remove the '---' line and what follows, or use a file for each cluster.");
    }
    return root;
  }

  private static YamlRefusal syntax(String file, JacksonException failure) {
    @Nullable String message = failure.getOriginalMessage();
    return new YamlRefusal(
        "TF-YAML-SYNTAX",
        place(file, failure),
        "This is not YAML: " + oneLine(message == null ? "it cannot be read" : message) + ".",
        "Check the indentation (spaces, no tabs), quotes and brackets at this place.");
  }

  /**
   * Returns the place of the mistake, which the exception below knows: the outer one only tells how
   * far the last good token went. What the end of the file interrupts is shown where it begins.
   */
  private static SourceLocation place(String file, JacksonException failure) {
    if (failure.getCause() instanceof MarkedYAMLException told && told.getProblemMark() != null) {
      boolean unended = told.getContextMark() != null && END.matcher(told.getProblem()).find();
      Mark mark = unended ? told.getContextMark() : told.getProblemMark();
      return new SourceLocation(file, mark.getLine() + 1, mark.getColumn() + 1);
    }
    @Nullable JsonLocation location = failure.getLocation();
    return location == null
        ? new SourceLocation(file, 1, 1)
        : new SourceLocation(
            file, Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
  }

  /** Drops the parser's own drawing of the place, which the location says better. */
  private static String oneLine(String message) {
    return message
        .lines()
        .filter(line -> !line.startsWith(" ") && !line.contains("in 'reader'"))
        .map(line -> line.strip().replaceFirst("[.;:,]+$", ""))
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining(", "));
  }
}
