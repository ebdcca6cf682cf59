package io.github.talosforge.simulator.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.simulator.kubernetes.object.Change;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Someone who wants to see changes of some objects, one line of JSON each. */
final class Watch {
  private final Target target;
  private final Predicate<JsonNode> selector;
  private final UnaryOperator<JsonNode> form;
  private final StringBuilder before = new StringBuilder();
  private @Nullable Consumer<String> lines;

  /**
   * A watch.
   *
   * @param target which objects
   * @param selector which of those
   * @param form how an object is shown
   */
  Watch(Target target, Predicate<JsonNode> selector, UnaryOperator<JsonNode> form) {
    this.target = target;
    this.selector = selector;
    this.form = form;
  }

  /** Tells of a change, if it is one of the wanted objects. */
  void see(Change change) {
    if (change.kind() != target.kind() || !isInside(change.after())) {
      return;
    }
    JsonNode old = change.before();
    boolean was = old != null && selector.test(old);
    boolean is = !change.deleted() && selector.test(change.after());
    if (is) {
      tell(was ? "MODIFIED" : "ADDED", change.after());
    } else if (was) {
      tell("DELETED", change.after());
    }
  }

  private boolean isInside(JsonNode object) {
    String namespace = target.namespace();
    return namespace == null || namespace.equals(object.at("/metadata/namespace").asText());
  }

  /** Tells of an object that is there already. */
  void present(JsonNode object) {
    tell("ADDED", object);
  }

  /** Tells that nothing more will come. */
  void fail(JsonNode status) {
    line("ERROR", status);
  }

  private void tell(String type, JsonNode object) {
    line(type, form.apply(object));
  }

  private void line(String type, JsonNode object) {
    ObjectNode event = JsonNodeFactory.instance.objectNode().put("type", type);
    event.set("object", object);
    if (lines == null) {
      before.append(event).append('\n');
    } else {
      lines.accept(event + "\n");
    }
  }

  /** Sends what there is and all that follows. */
  void open(Consumer<String> reader) {
    if (before.length() > 0) {
      reader.accept(before.toString());
    }
    lines = reader;
  }
}
