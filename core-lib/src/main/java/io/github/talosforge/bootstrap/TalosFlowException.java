package io.github.talosforge.bootstrap;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.redaction.TalosforgeException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The cluster did not get where it should.
 *
 * <p>The message says what was waited for, then what was last seen of each node that is not there
 * and what to try.
 */
public final class TalosFlowException extends TalosforgeException {
  private static final long serialVersionUID = 1L;

  private final String sentence;
  private final transient Map<NodeName, String> lastSeen;

  /**
   * Tells what is not as it should be.
   *
   * @param sentence what was waited for
   * @param lastSeen what was last seen of each node that is not there, and what to try
   */
  public TalosFlowException(String sentence, Map<NodeName, String> lastSeen) {
    super(sentence + lines(lastSeen), /* cause= */ null);
    this.sentence = sentence;
    this.lastSeen = Collections.unmodifiableMap(new LinkedHashMap<>(lastSeen));
  }

  private static String lines(Map<NodeName, String> lastSeen) {
    return lastSeen.entrySet().stream()
        .map(each -> "\n  " + each.getKey() + ": " + each.getValue().replace("\n", "\n    "))
        .collect(Collectors.joining());
  }

  /**
   * Says more about some of the nodes that are not where they should be.
   *
   * @param hints what else is known of nodes; what is about others is left out
   * @return the same with the hints
   */
  public TalosFlowException with(Map<NodeName, String> hints) {
    Map<NodeName, String> more = new LinkedHashMap<>(lastSeen);
    more.replaceAll((node, seen) -> hints.containsKey(node) ? seen + "\n" + hints.get(node) : seen);
    TalosFlowException told = new TalosFlowException(sentence, more);
    told.addSuppressed(this);
    return told;
  }

  /**
   * Tells about the nodes that are not where they should be.
   *
   * @return what was last seen of them, and what to try
   */
  public Map<NodeName, String> lastSeen() {
    return lastSeen;
  }
}
