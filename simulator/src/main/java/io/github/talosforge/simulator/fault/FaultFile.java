package io.github.talosforge.simulator.fault;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rules from a YAML file.
 *
 * @param seed where chance starts
 * @param rules the rules
 */
public record FaultFile(long seed, List<FaultRule> rules) {
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
  private static final Pattern OPERATION = Pattern.compile("(GET|POST|PUT|DELETE) (/\\S+)");
  private static final Pattern DURATION = Pattern.compile("(\\d{1,9}) ?(ms|s|m)");
  private static final Set<String> WHEN =
      Set.of("name", "call", "vm", "host", "occurrence", "probability", "lasting");
  private static final Set<String> WHAT =
      Set.of(
          "latency",
          "fail",
          "reset",
          "lock",
          "kill-worker",
          "offline",
          "quorum-lost",
          "storage-full",
          "node",
          "deny");

  /** Copies the list. */
  public FaultFile {
    rules = List.copyOf(rules);
  }

  /**
   * Reads a file's text.
   *
   * @param text YAML
   * @param known whether there is an operation with a method and path template
   * @return the rules
   * @throws IllegalArgumentException with a sentence that names the rule and what is wrong
   */
  public static FaultFile parse(String text, BiPredicate<String, String> known) {
    JsonNode root;
    try {
      root = YAML.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("This is no YAML: " + e.getOriginalMessage(), e);
    }
    allow("the file", root, Set.of("seed", "rules"));
    if (!root.path("rules").isArray()) {
      throw new IllegalArgumentException("The file needs a list 'rules'.");
    }
    List<FaultRule> rules = new ArrayList<>();
    for (JsonNode node : root.path("rules")) {
      rules.add(rule("rule " + (rules.size() + 1), node, known));
    }
    return new FaultFile(root.path("seed").asLong(1), rules);
  }

  private static FaultRule rule(String place, JsonNode node, BiPredicate<String, String> known) {
    Set<String> allowed = new java.util.TreeSet<>(WHEN);
    allowed.addAll(WHAT);
    allow(place, node, allowed);
    try {
      FaultRule.Builder builder =
          FaultRule.on(calls(node, known))
              .named(node.path("name").asText(place))
              .occurrence(occurrence(node.path("occurrence")))
              .probability(node.path("probability").asDouble(1))
              .lasting(node.path("lasting").asInt(0));
      return builder.goesWrong(fault(node));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("In " + place + ": " + e.getMessage() + ".", e);
    }
  }

  private static CallPattern calls(JsonNode node, BiPredicate<String, String> known) {
    CallPattern calls = operation(node.path("call").asText("any"), known);
    if (node.has("vm")) {
      calls = calls.withVm(positive(node, "vm"));
    }
    return node.has("host") ? calls.withHost(node.path("host").asText()) : calls;
  }

  private static CallPattern operation(String text, BiPredicate<String, String> known) {
    Matcher matcher = OPERATION.matcher(text);
    if (matcher.matches()) {
      if (!known.test(matcher.group(1), matcher.group(2))) {
        throw new IllegalArgumentException(
            "there is no operation '"
                + text
                + "'; write its path as in the API viewer,"
                + " for example 'POST /nodes/{node}/qemu/{vmid}/clone'");
      }
      return CallPattern.of(matcher.group(1), matcher.group(2));
    }
    return switch (text) {
      case "any" -> CallPattern.ANY;
      case "write" -> CallPattern.WRITES;
      case "read" -> CallPattern.READS;
      default ->
          throw new IllegalArgumentException(
              "'call' is 'any', 'read', 'write' or METHOD /path, not '" + text + "'");
    };
  }

  private static Occurrence occurrence(JsonNode node) {
    return node.isMissingNode() ? Occurrence.EACH : Occurrence.parse(node.asText());
  }

  private static Fault fault(JsonNode node) {
    List<String> named = WHAT.stream().filter(node::has).sorted().toList();
    if (named.size() != 1) {
      throw new IllegalArgumentException(
          "exactly one of "
              + String.join(", ", WHAT.stream().sorted().toList())
              + " is needed"
              + (named.isEmpty() ? "" : ", not " + String.join(" and ", named)));
    }
    JsonNode value = node.path(named.get(0));
    return switch (named.get(0)) {
      case "latency" -> new Fault.Latency(duration(value.asText()));
      case "fail" -> failure(value);
      case "reset" -> new Fault.Reset(side(value.asText()));
      case "lock" -> new Fault.Locked(value.asText(), null);
      case "kill-worker" -> new Fault.WorkerKilled();
      case "offline" -> new Fault.HostOffline(value.asText());
      case "quorum-lost" -> new Fault.QuorumLost();
      case "node" -> trouble(value);
      case "storage-full" -> new Fault.StorageFull(value.asText());
      default -> denial(value);
    };
  }

  private static Fault failure(JsonNode node) {
    allow("'fail'", node, Set.of("status", "reason", "when"));
    int status = positive(node, "status");
    if (status < 400 || status > 599) {
      throw new IllegalArgumentException("a failure's status is 400 to 599, not " + status);
    }
    return new Fault.Failure(
        status, node.path("reason").asText(""), side(node.path("when").asText("before")));
  }

  private static Fault trouble(JsonNode node) {
    allow("'node'", node, Set.of("trouble", "vm"));
    return new Fault.NodeTrouble(
        node.path("trouble").asText(), node.has("vm") ? positive(node, "vm") : null);
  }

  private static Fault denial(JsonNode node) {
    allow("'deny'", node, Set.of("privilege", "path", "who"));
    if (!node.has("privilege")) {
      throw new IllegalArgumentException("'deny' needs a 'privilege'");
    }
    return new Fault.Denied(
        node.path("who").asText("*"),
        node.path("path").asText("/"),
        node.path("privilege").asText());
  }

  private static Fault.Side side(String text) {
    return switch (text) {
      case "before" -> Fault.Side.BEFORE;
      case "after" -> Fault.Side.AFTER;
      default ->
          throw new IllegalArgumentException(
              "the effect comes 'before' or 'after', not '" + text + "'");
    };
  }

  private static Duration duration(String text) {
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("a time is '300ms', '2s' or '1m', not '" + text + "'");
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      default -> Duration.ofMinutes(number);
    };
  }

  private static int positive(JsonNode node, String name) {
    JsonNode value = node.path(name);
    if (!value.isInt() || value.asInt() <= 0) {
      throw new IllegalArgumentException(
          "'" + name + "' is a number above 0, not '" + value.asText() + "'");
    }
    return value.asInt();
  }

  private static void allow(String place, JsonNode node, Set<String> names) {
    if (!node.isObject()) {
      throw new IllegalArgumentException("Expected a mapping for " + place + ".");
    }
    node.fieldNames()
        .forEachRemaining(
            name -> {
              if (!names.contains(name)) {
                throw new IllegalArgumentException(
                    "In "
                        + place
                        + ": '"
                        + name
                        + "' is not known; known are "
                        + String.join(", ", names.stream().sorted().toList())
                        + ".");
              }
            });
  }
}
