package io.github.talosforge.simulator.api;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All operations, found by method and path. A literal segment wins over a parameter; a parameter
 * {@code {volume}} at the end takes the whole rest of the path, because volume ids hold slashes.
 */
public final class OperationTable {
  private static final String REST = "{volume}";

  private final List<Operation> operations;
  private final List<Route> routes = new ArrayList<>();

  /**
   * A table of operations.
   *
   * @param operations the operations
   */
  public OperationTable(List<Operation> operations) {
    this.operations = List.copyOf(operations);
    for (Operation operation : operations) {
      routes.add(new Route(operation, segments(operation.template())));
    }
    routes.sort(Comparator.comparingInt(Route::parameterCount));
  }

  /**
   * All operations.
   *
   * @return the operations
   */
  public List<Operation> operations() {
    return operations;
  }

  /**
   * Finds an operation.
   *
   * @param method the HTTP method
   * @param path the path below {@code /api2/json}, decoded but for slashes inside of a segment,
   *     which stay {@code %2F}
   * @return the operation and the values of its path parameters
   */
  public Optional<Match> find(String method, String path) {
    List<String> segments = segments(path);
    return routes.stream()
        .filter(route -> route.operation().method().equals(method) && route.fits(segments))
        .findFirst()
        .map(route -> route.match(segments));
  }

  /**
   * Whether any method is known for a path.
   *
   * @param path the decoded path
   * @return whether one is
   */
  public boolean knows(String path) {
    List<String> segments = segments(path);
    return routes.stream().anyMatch(route -> route.fits(segments));
  }

  private static List<String> segments(String path) {
    return Arrays.asList(path.replaceAll("^/+|/+$", "").split("/", -1));
  }

  /**
   * A path that fits an operation.
   *
   * @param operation the operation
   * @param path the values of its path parameters
   */
  public record Match(Operation operation, Map<String, String> path) {
    /** Copies the map. */
    public Match {
      path = Map.copyOf(path);
    }
  }

  private record Route(Operation operation, List<String> segments) {
    int parameterCount() {
      return (int) segments.stream().filter(Route::isParameter).count();
    }

    boolean fits(List<String> path) {
      if (takesRest() ? path.size() < segments.size() : path.size() != segments.size()) {
        return false;
      }
      for (int i = 0; i < segments.size(); i++) {
        if (!isParameter(segments.get(i)) && !segments.get(i).equals(path.get(i))) {
          return false;
        }
      }
      return true;
    }

    Match match(List<String> path) {
      Map<String, String> values = new LinkedHashMap<>();
      for (int i = 0; i < segments.size(); i++) {
        String segment = segments.get(i);
        if (isParameter(segment)) {
          boolean rest = segment.equals(REST);
          String value = rest ? String.join("/", path.subList(i, path.size())) : path.get(i);
          values.put(segment.substring(1, segment.length() - 1), value.replace("%2F", "/"));
        }
      }
      return new Match(operation, values);
    }

    private boolean takesRest() {
      return segments.get(segments.size() - 1).equals(REST);
    }

    private static boolean isParameter(String segment) {
      return segment.startsWith("{");
    }
  }
}
