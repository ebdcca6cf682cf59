package io.github.talosforge.doctor;

import io.github.talosforge.model.ImageSpec.Provision;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.Tag;
import io.github.talosforge.observe.NodeIdentity;
import io.github.talosforge.proxmox.DatacenterOptions;
import io.github.talosforge.proxmox.ProxmoxException;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** Whether the token may set the tags by which Talosforge knows its VMs. */
final class TagLines {
  private static final String SUBJECT = "user-tag-access";
  private static final String LET =
      "Set 'User Tag Access' to 'free', its default, under Datacenter, Options; or let the token"
          + " set any tag, as root on any host:";

  private TagLines() {}

  static List<Line> of(Facts facts) {
    if (facts.allows("/", "Sys.Modify")) {
      return List.of(Line.fine(Topic.RIGHTS, SUBJECT, "any tag may be set (Sys.Modify on /)."));
    }
    Optional<ProxmoxException> silence = facts.options().silence();
    if (silence.isPresent()) {
      return List.of(Line.failed(Topic.RIGHTS, SUBJECT, Verdict.UNKNOWN, silence.orElseThrow()));
    }
    return facts.options().value().map(options -> judged(facts, options)).stream().toList();
  }

  private static Line judged(Facts facts, DatacenterOptions options) {
    SortedSet<String> forbidden = tags(facts);
    forbidden.removeAll(options.allowedTags());
    boolean seen = facts.allows("/", "Sys.Audit");
    if (seen && options.tagRule().orElse("free").equals("free")) {
      return Line.fine(Topic.RIGHTS, SUBJECT, "any tag may be set.");
    }
    if (!seen) {
      return facts
          .unseen(
              Topic.RIGHTS,
              SUBJECT,
              "Whether the tags " + Facts.join(tags(facts)) + " may be set is not seen",
              "/",
              "Sys.Audit")
          .with(
              "Look whether 'User Tag Access' under Datacenter, Options is 'free', its default; or"
                  + " let the token look, as root on any host:",
              facts.grant("/", Set.of("Sys.Audit")));
    }
    return refused(facts, options, forbidden);
  }

  /** Templates have tags that follow from what is in them, which no list knows. */
  private static Line refused(Facts facts, DatacenterOptions options, SortedSet<String> forbidden) {
    boolean templates =
        facts.spec().nodes().stream()
            .map(node -> node.image())
            .anyMatch(image -> image.provision() == Provision.CLONE && image.template().isEmpty());
    String rule = "it is '" + options.tagRule().orElse("") + "', so the token may not set ";
    if (forbidden.isEmpty() && !templates) {
      return Line.fine(Topic.RIGHTS, SUBJECT, "the nodes' tags may be set.");
    }
    return new Line(
        Topic.RIGHTS,
        SUBJECT,
        Verdict.PROBLEM,
        rule + (forbidden.isEmpty() ? "the tags of templates." : Facts.join(forbidden) + "."),
        LET,
        facts.grant("/", Set.of("Sys.Modify")));
  }

  private static NavigableSet<String> tags(Facts facts) {
    NavigableSet<String> tags = new TreeSet<>();
    tags.add(NodeIdentity.OURS.value());
    tags.add(NodeIdentity.tagOf(facts.spec().name()).value());
    facts
        .spec()
        .nodes()
        .forEach(
            node -> {
              tags.add(node.role() == NodeRole.CONTROL_PLANE ? "controlplane" : "worker");
              node.vm().marks().tags().stream().map(Tag::value).forEach(tags::add);
            });
    return tags;
  }
}
