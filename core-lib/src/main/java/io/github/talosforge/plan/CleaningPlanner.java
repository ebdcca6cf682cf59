package io.github.talosforge.plan;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.model.ImageSpec.Provision;
import io.github.talosforge.observe.AttachedVolumes;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.ImageStock;
import io.github.talosforge.observe.ImageStock.StockedFile;
import io.github.talosforge.observe.ImageStock.StockedTemplate;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.ObservedGuest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Plans the removal of templates and images that were made here and that nothing uses. Of each
 * schematic and place the newest stay, and so does what the files ask for.
 */
public final class CleaningPlanner {
  private static final Pattern MADE = Pattern.compile("ctime=(\\d{1,18})");

  private final PlanRequest request;
  private final int keep;
  private final Draft draft = new Draft();

  /** What nodes are made of: as the files say, and as the cluster runs where that differs. */
  private final List<PlanRequest> needed = new ArrayList<>();

  /**
   * Prepares to plan.
   *
   * @param request the cluster and the live system
   * @param keep how many of each schematic and place stay although nothing uses them; with 0 even
   *     what the files ask for goes
   * @throws IllegalArgumentException if it is negative
   */
  public CleaningPlanner(PlanRequest request, int keep) {
    if (keep < 0) {
      throw new IllegalArgumentException("at least 0 templates are kept, not " + keep);
    }
    this.request = request;
    this.keep = keep;
    this.needed.add(request);
  }

  /**
   * Keeps what is needed for another cluster too.
   *
   * @param next the cluster as its next nodes are to be made
   * @return this
   */
  public CleaningPlanner sparing(PlanRequest next) {
    needed.add(next);
    return this;
  }

  /** Returns a plan that removes nothing of what another one would. */
  public static Plan sparingAll(Plan plan, Finding why) {
    return Plan.of(
        plan.cluster(),
        List.of(),
        plan.findings().merge(FindingReport.of(List.of(why))),
        PlanDigest.of(List.of(), List.of()));
  }

  /** Returns the templates that could have been built here, as far as the list shows. */
  public static List<ObservedGuest> candidates(ObservedCluster observed) {
    return tagged(observed).filter(g -> g.kind() == ObservedGuest.Kind.TEMPLATE).toList();
  }

  private static Stream<ObservedGuest> tagged(ObservedCluster observed) {
    return observed.guests().stream()
        .filter(guest -> guest.tags().contains(TemplateMarks.TEMPLATE.value()));
  }

  /** Makes the plan. */
  public Plan plan(ImageStock stock) {
    reportHosts();
    templates(stock);
    images(stock);
    List<ObservedGuest> own = stock.templates().stream().map(StockedTemplate::guest).toList();
    return Plan.of(
        request.spec().name(),
        draft.changes,
        FindingReport.of(draft.findings),
        PlanDigest.of(draft.changes, own));
  }

  /** Of guests on a host that is down the list tells the tags, but not that they are templates. */
  private void reportHosts() {
    tagged(request.observed())
        .filter(guest -> !request.observed().isOnline(guest.host()))
        .forEach(
            guest ->
                draft.report(
                    PlanFinding.HOST_DOWN,
                    null,
                    "Host " + guest.host() + " is down, so template " + guest.id() + " stays.",
                    "Clean again when the host is back."));
  }

  /** A template with what it shows. */
  private record Own(StockedTemplate stocked, TemplateMarks marks) {
    ObservedGuest guest() {
      return stocked.guest();
    }

    String place() {
      return marks.schematic() + " " + (stocked.shared() ? "" : guest().host());
    }

    long made() {
      Matcher time =
          MADE.matcher(guest().configuration().flatMap(live -> live.get("meta")).orElse(""));
      return time.find() ? Long.parseLong(time.group(1)) : 0;
    }

    boolean isProtected() {
      return guest().configuration().map(Own::isProtected).orElse(true);
    }

    private static boolean isProtected(GuestConfiguration live) {
      return live.get("protection").filter("1"::equals).isPresent();
    }
  }

  private void templates(ImageStock stock) {
    List<Own> own = new ArrayList<>();
    TemplateReport report = new TemplateReport(request.observed(), draft);
    for (StockedTemplate template : stock.templates()) {
      Optional<TemplateClaim> claim =
          TemplateClaim.of(template.guest()).filter(TemplateClaim::finished);
      claim.ifPresent(found -> report.unlessProven(template.guest(), found));
      claim
          .filter(TemplateClaim::isProven)
          .ifPresent(found -> own.add(new Own(template, found.marks())));
    }
    Comparator<Own> newest =
        Comparator.comparing((Own template) -> template.marks().version())
            .thenComparing(Own::made)
            .thenComparing(template -> template.guest().id())
            .reversed();
    Predicate<TemplateMarks> wanted =
        keep == 0
            ? marks -> false
            : needed.stream()
                .map(CleaningPlanner::wantedTemplates)
                .reduce(marks -> false, Predicate::or);
    beyond(own, Own::place, newest).stream()
        .filter(template -> !wanted.test(template.marks()))
        .filter(this::isFree)
        .forEach(template -> draft.changes.add(removal(template)));
  }

  private static RemoveTemplate removal(Own template) {
    ObservedGuest guest = template.guest();
    return new RemoveTemplate(
        ChangeId.of("remove-template", template.marks().name(), guest.id()),
        template.marks(),
        guest.host(),
        guest.id(),
        Optional.empty(),
        Set.of());
  }

  /** Returns what is left of each group behind its first ones. */
  private <T> List<T> beyond(
      Collection<T> all, Function<T, String> group, Comparator<T> newestFirst) {
    Map<String, List<T>> groups =
        all.stream().collect(Collectors.groupingBy(group, TreeMap::new, Collectors.toList()));
    return groups.values().stream()
        .flatMap(members -> members.stream().sorted(newestFirst).skip(keep))
        .toList();
  }

  private boolean isFree(Own template) {
    Set<Object> users = new TreeSet<>(template.stocked().users());
    if (!users.isEmpty()) {
      kept(template, "the disks of " + vms(users) + " build upon its own");
    } else if (!template.stocked().certain()) {
      kept(template, "a storage of it is not available, so who uses it cannot be seen");
    } else if (template.isProtected()) {
      kept(template, "it is protected");
    } else {
      return true;
    }
    return false;
  }

  private static String vms(Set<Object> users) {
    String ids = users.stream().map(Object::toString).collect(Collectors.joining(", "));
    return (users.size() == 1 ? "VM " : "VMs ") + ids;
  }

  private void kept(Own template, String because) {
    String label = template.guest().label();
    draft.report(
        PlanFinding.TEMPLATE_KEPT,
        null,
        Character.toUpperCase(label.charAt(0)) + label.substring(1) + " stays: " + because + ".",
        null);
  }

  /** What nodes would be cloned from; of one that could not be laid out, whatever could serve. */
  static Predicate<TemplateMarks> wantedTemplates(PlanRequest request) {
    ImageLedger ledger = new ImageLedger(request);
    Set<TemplateMarks> exact =
        request.targets().stream()
            .filter(target -> target.spec().image().provision() == Provision.CLONE)
            .map(target -> TemplateChoice.identity(request, ledger, target).marks())
            .collect(Collectors.toSet());
    if (request.targets().size() == request.spec().nodes().size()) {
      return exact::contains;
    }
    return marks -> marks.version().equals(request.spec().talos().version());
  }

  private record OwnFile(StockedFile stocked, ImageFileName name) {
    String place() {
      return String.join(
          " ", name.schematic(), name.asset(), stocked.shared() ? "" : stocked.host().value());
    }
  }

  private void images(ImageStock stock) {
    List<OwnFile> own = new ArrayList<>();
    stock
        .files()
        .forEach(
            file ->
                ImageFileName.of(file.volume())
                    .ifPresent(name -> own.add(new OwnFile(file, name))));
    Comparator<OwnFile> newest =
        Comparator.comparing((OwnFile file) -> file.name().version()).reversed();
    Predicate<OwnFile> wanted = keep == 0 ? file -> false : file -> isWanted(file.name());
    beyond(own, OwnFile::place, newest).stream()
        .filter(wanted.negate())
        .filter(file -> isFree(file, stock.attached()))
        .forEach(file -> draft.changes.add(removal(file)));
  }

  /** Proxmox removes a CD that is in a drive without a word. */
  private boolean isFree(OwnFile file, AttachedVolumes attached) {
    String volume = file.stocked().volume();
    if (file.name().content() == FetchImage.Content.ISO && !attached.certain()) {
      draft.report(
          PlanFinding.USE_UNKNOWN,
          null,
          "Image "
              + volume
              + " stays, because nobody can tell whose drive it is in: not read were "
              + attached.unreadInWords()
              + ".",
          "Clean again when all hosts are up and the credentials may read all VMs.");
      return false;
    }
    return attached.of(volume).isEmpty();
  }

  private boolean isWanted(ImageFileName file) {
    return needed.stream().anyMatch(each -> isWanted(file, each));
  }

  private static boolean isWanted(ImageFileName file, PlanRequest next) {
    ImageLedger ledger = new ImageLedger(next);
    return next.spec().nodes().stream()
        .map(node -> ledger.image(node.image()))
        .anyMatch(image -> ImageFileName.of(image, file.content()).equals(file));
  }

  private static RemoveImage removal(OwnFile file) {
    StockedFile stocked = file.stocked();
    String place =
        stocked.shared() ? stocked.storage().value() : stocked.storage() + "@" + stocked.host();
    return new RemoveImage(
        ChangeId.of("remove-image", file.name(), place),
        stocked.host(),
        stocked.storage(),
        file.name(),
        Set.of());
  }
}
