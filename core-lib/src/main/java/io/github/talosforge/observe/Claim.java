package io.github.talosforge.observe;

import io.github.talosforge.model.NodeName;
import java.util.Optional;

/**
 * Whose a guest is.
 *
 * @param guest the guest
 * @param state how sure that is
 * @param node the node that it is, was, or seems to be
 * @param part which of the node's VMs it is, was, or seems to be
 */
public record Claim(ObservedGuest guest, State state, Optional<NodeName> node, NodePart part) {

  /** How a guest stands to the cluster. Only {@code OURS} and {@code UNFINISHED} are written to. */
  public enum State {
    /** Tags, name and UUID agree, and so does the id: with the mark, or without one as given. */
    OURS,
    /**
     * The mark was written for this very VM, which has the node's name and does not run, but no
     * tags and no UUID in force: the configuration call never ended.
     */
    UNFINISHED,
    /**
     * As unfinished, but nothing proves that this VM was begun here: it runs, or the mark is of
     * before it named the VM's id, so that a copy would show the same. Or it has all of a node's
     * marks but that id, and an id that nobody here gave it, as an old backup has.
     */
    UNPROVEN,
    /** It is just being cloned or created, or was when its maker died. */
    BEING_MADE,
    /** Tags and UUID are a node's, but somebody gave it another name. */
    RENAMED,
    /** Name and UUID are a node's, but the tags are those of another cluster name. */
    OTHER_CLUSTER_NAME,
    /** Name and UUID are a node's, but somebody took the tags away. */
    TAGS_LOST,
    /**
     * It carries marks of this cluster but another UUID, or the mark of another VM, as a copy made
     * by hand or a backup that was restored under another id does.
     */
    COPY,
    /** Its tags are this cluster's, but its host is down and nothing more can be known. */
    UNREACHABLE,
    /** It is somebody else's. */
    FOREIGN
  }

  static Claim of(ObservedGuest guest, State state) {
    return new Claim(guest, state, Optional.empty(), NodePart.SYSTEM);
  }

  static Claim of(ObservedGuest guest, State state, NodeName node, NodePart part) {
    return new Claim(guest, state, Optional.of(node), part);
  }

  /**
   * Tells whether the guest shows a node's marks: it could be the node, even if not all of them are
   * there.
   */
  public boolean showsMarks() {
    return switch (state) {
      case OURS, UNFINISHED, RENAMED, OTHER_CLUSTER_NAME, TAGS_LOST, UNREACHABLE -> true;
      case UNPROVEN, BEING_MADE, COPY, FOREIGN -> false;
    };
  }

  /** Tells whether the guest is the VM of a node that may be written to. */
  public boolean isWritable() {
    return state == State.OURS || state == State.UNFINISHED;
  }
}
