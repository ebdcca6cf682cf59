package io.github.talosforge.operation;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.NodeSelection;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is wanted of a cluster; {@link ClusterRun#operation} knows how it is reached. */
public sealed interface Goal {

  /** Returns what a visitor makes of this kind of goal. */
  <R> R accept(Visitor<R> visitor);

  /**
   * Templates from which the VMs of nodes can be made.
   *
   * @param nodes the nodes
   * @param allowRestarts whether running nodes may be stopped and started afterwards
   */
  record BuildTemplates(NodeSelection nodes, boolean allowRestarts) implements Goal {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /**
   * VMs as the files say.
   *
   * @param nodes the nodes
   * @param allowRestarts whether running nodes may be stopped and started, one after the other
   */
  record Provision(NodeSelection nodes, boolean allowRestarts) implements Goal {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /**
   * Machines on which Talos answers, configured or not.
   *
   * @param nodes the nodes
   */
  record AwaitTalos(NodeSelection nodes) implements Goal {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /**
   * Machines that run the configurations that the files describe.
   *
   * @param nodes the nodes
   * @param allowRestarts whether running nodes may be rebooted, one after the other
   */
  record Configure(NodeSelection nodes, boolean allowRestarts) implements Goal {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /**
   * A healthy cluster on VMs that are there.
   *
   * @param nodes the nodes
   * @param allowRestarts whether running nodes may be rebooted, one after the other
   */
  record Bootstrap(NodeSelection nodes, boolean allowRestarts) implements Goal {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /**
   * VMs that are marked as nodes of the cluster although somebody else made them.
   *
   * @param vms which node a VM becomes, by the VM's id or name
   */
  record Adopt(Map<String, NodeName> vms) implements Goal {
    /** Keeps an own copy in the same order. */
    public Adopt {
      vms = new LinkedHashMap<>(vms);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /**
   * A node with a VM made anew around the disks that its data VM keeps.
   *
   * @param node the node, exactly one
   * @param allowRestarts whether the machine may be rebooted for its configuration
   * @param liftProtection whether its VM may be protected
   */
  record Rebuild(NodeSelection node, boolean allowRestarts, boolean liftProtection)
      implements Goal {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /**
   * A cluster that goes on without some nodes: drained, out of etcd, out of Kubernetes, and without
   * their VMs.
   *
   * @param nodes the nodes
   * @param liftProtection whether protected VMs go too
   * @param withData whether data VMs go too, with all that they keep
   */
  record RemoveNodes(NodeSelection nodes, boolean liftProtection, boolean withData)
      implements Goal {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /**
   * No cluster; templates and images stay.
   *
   * @param nodes all nodes: with any other selection it is refused
   * @param liftProtection whether protected VMs go too
   * @param withData whether data VMs go too, with all that they keep
   */
  record Destroy(NodeSelection nodes, boolean liftProtection, boolean withData) implements Goal {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /**
   * A data VM without one of its volumes.
   *
   * @param node the node whose data VM it is, exactly one
   * @param volume the volume, as the files called it
   */
  record DestroyVolume(NodeSelection node, String volume) implements Goal {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /**
   * No templates that nothing uses.
   *
   * @param keep how many of each schematic and host stay all the same
   * @param images whether images that nothing uses go too
   */
  record CleanTemplates(int keep, boolean images) implements Goal {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /** Nothing left of what nodes and earlier runs left behind. */
  record RemoveLeftovers() implements Goal {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /**
   * Decides by the kind of goal; a kind that is forgotten does not compile.
   *
   * @param <R> what it decides on
   */
  interface Visitor<R> {
    /** Templates for nodes. */
    R visit(BuildTemplates goal);

    /** VMs. */
    R visit(Provision goal);

    /** Talos that answers. */
    R visit(AwaitTalos goal);

    /** Machine configurations. */
    R visit(Configure goal);

    /** A healthy cluster. */
    R visit(Bootstrap goal);

    /** Marks on VMs that are there. */
    R visit(Adopt goal);

    /** A VM made anew. */
    R visit(Rebuild goal);

    /** Fewer nodes. */
    R visit(RemoveNodes goal);

    /** No nodes. */
    R visit(Destroy goal);

    /** One volume less. */
    R visit(DestroyVolume goal);

    /** Fewer templates. */
    R visit(CleanTemplates goal);

    /** No leftovers. */
    R visit(RemoveLeftovers goal);
  }
}
