package io.github.talosforge.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import okhttp3.HttpUrl;

/** Objects of any kind over HTTPS. */
record HttpObjects(ApiTransport transport) implements KubernetesObjects {
  private static final String JSON = "application/json";

  @Override
  public Optional<ObjectTree> find(ObjectPlace place) {
    return transport.get(url(place.path())).map(answer -> object(place, answer));
  }

  @Override
  public ObjectTree create(ObjectPlace place, ObjectTree object) {
    return write("POST", place.kind().path(place.namespace()), place, object);
  }

  @Override
  public ObjectTree replace(ObjectPlace place, ObjectTree object) {
    if (object.version().isEmpty()) {
      throw new IllegalArgumentException(place + " was not read before it is replaced");
    }
    return write("PUT", place.path(), place, object);
  }

  private ObjectTree write(String method, String path, ObjectPlace place, ObjectTree object) {
    HttpUrl url = url(path);
    return transport
        .send(method, url, JSON, object.root())
        .map(answer -> object(place, answer))
        .orElseThrow(() -> HttpKubernetes.missing(method, url));
  }

  @Override
  public boolean delete(ObjectPlace place, ObjectTree object) {
    ObjectNode how = ApiTransport.MAPPER.createObjectNode();
    how.put("apiVersion", "v1").put("kind", "DeleteOptions");
    how.putObject("preconditions")
        .put("uid", object.uid())
        .put("resourceVersion", object.version());
    Optional<Answer> answer = transport.send("DELETE", url(place.path()), JSON, how);
    // What finalizers keep for now is answered with itself.
    answer.filter(what -> !what.isA(place.kind().title())).ifPresent(Answer::requireSuccess);
    return answer.isPresent();
  }

  private static ObjectTree object(ObjectPlace place, Answer answer) {
    String title = place.kind().title();
    ObjectTree tree = ObjectTree.of(answer.object(title, place.name()));
    if (tree.version().isEmpty()) {
      throw answer.strange("a " + title + " without metadata.resourceVersion");
    }
    return tree;
  }

  private HttpUrl url(String path) {
    return transport.path(path);
  }
}
