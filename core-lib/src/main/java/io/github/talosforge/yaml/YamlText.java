package io.github.talosforge.yaml;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;

/** Reads YAML texts. */
public final class YamlText {
  private static final int LARGEST = 4 << 20;

  private YamlText() {}

  /**
   * Reads a text of one document.
   *
   * @param file the name that errors give to the text
   * @param text the text
   * @return the document
   * @throws UnreadableYamlException if it is not exactly one map
   */
  public static YamlMap read(String file, String text) {
    List<YamlMap> documents = readAll(file, text);
    if (documents.size() != 1) {
      String found = documents.isEmpty() ? "it is empty" : "it has " + documents.size();
      throw new UnreadableYamlException(
          file,
          1,
          "A file with one YAML document of 'key: value' lines is expected; " + found + ".");
    }
    return documents.get(0);
  }

  /**
   * Reads a text of any number of documents.
   *
   * @param file the name that errors give to the text
   * @param text the text
   * @return the documents that are not empty
   * @throws UnreadableYamlException if one is not a map
   */
  public static List<YamlMap> readAll(String file, String text) {
    try {
      List<YamlMap> documents = new ArrayList<>();
      for (Node node : yaml().composeAll(new StringReader(text))) {
        YamlValue value = new NodeReading(file).value(node);
        if (value instanceof YamlMap map) {
          documents.add(map);
        } else if (!isNothing(value)) {
          throw new UnreadableYamlException(
              file, value.line(), "The document does not consist of 'key: value' lines.");
        }
      }
      return documents;
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
      throw new UnreadableYamlException(file, line, "This is not YAML: " + problem(e) + ".");
    } catch (YAMLException e) {
      throw new UnreadableYamlException(file, 1, "This is not YAML that can be read.");
    }
  }

  private static boolean isNothing(YamlValue value) {
    return value instanceof YamlScalar scalar && scalar.type() == ScalarType.NULL;
  }

  /** The parser's own words hold no text of the file, unlike its whole message. */
  private static String problem(MarkedYAMLException e) {
    @Nullable String problem = e.getProblem();
    return problem == null ? "it cannot be read" : problem.replaceAll("\\s+", " ").strip();
  }

  private static Yaml yaml() {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(LARGEST);
    options.setNestingDepthLimit(NodeReading.DEEPEST);
    return new Yaml(new SafeConstructor(options));
  }
}
