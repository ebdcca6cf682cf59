package io.github.talosforge.plan;

import io.github.talosforge.model.VmId;
import io.github.talosforge.model.VmIdRange;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.ImageStock.StockedBuild;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.observe.RunningTask;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds templates whose build died. One that this cluster began and that nobody can be building any
 * more is removed; all others are named, because another cluster's build looks the same.
 */
final class UnfinishedTemplates {
  /** Between two calls of a run there is no task; nobody pauses as long as this. */
  private static final Duration PATIENCE = Duration.ofHours(1);

  private static final Pattern MADE = Pattern.compile("ctime=(\\d{1,18})");

  private final PlanRequest request;
  private final Instant now;
  private final Draft draft;

  UnfinishedTemplates(PlanRequest request, Instant now, Draft draft) {
    this.request = request;
    this.now = now;
    this.draft = draft;
  }

  /** Returns the VMs that could be about to become templates, as far as the list shows. */
  static List<ObservedGuest> candidates(ObservedCluster observed) {
    return observed.guests().stream()
        .filter(guest -> guest.kind() == ObservedGuest.Kind.VM)
        .filter(guest -> TemplateMarks.isName(guest.name()))
        .toList();
  }

  void look(List<StockedBuild> builds) {
    Predicate<TemplateMarks> wanted = CleaningPlanner.wantedTemplates(request);
    for (StockedBuild build : builds) {
      TemplateClaim.of(build.guest())
          .filter(claim -> !claim.finished())
          .ifPresent(claim -> look(build, claim, wanted.test(claim.marks())));
    }
    request.observed().guests().stream().filter(this::isFaceless).forEach(this::faceless);
  }

  private void look(StockedBuild build, TemplateClaim claim, boolean wanted) {
    ObservedGuest guest = build.guest();
    TemplateMarks marks = claim.marks();
    Optional<String> obstacle =
        Stream.of(
                unproven(guest, claim),
                wanted ? Optional.of("The next run that needs it finishes it.") : none(),
                foreign(guest, claim),
                working(build),
                young(guest))
            .flatMap(Optional::stream)
            .findFirst();
    if (obstacle.isPresent()) {
      draft.report(
          PlanFinding.TEMPLATE_UNFINISHED,
          null,
          guest.label() + " is a template that was begun and is not finished.",
          obstacle.get());
    } else {
      draft.changes.add(
          new RemoveTemplate(
              ChangeId.of("remove-template", marks.name(), guest.id()),
              marks,
              guest.host(),
              guest.id(),
              claim.builder(),
              Set.of()));
    }
  }

  private static Optional<String> none() {
    return Optional.empty();
  }

  /** Why nothing proves that it was begun here at all. */
  private static Optional<String> unproven(ObservedGuest guest, TemplateClaim claim) {
    return claim
        .doubt()
        .map(
            doubt ->
                "Nothing shows which cluster began it: " + doubt + ". " + removalByHand(guest));
  }

  /** Why it is another cluster's. */
  private Optional<String> foreign(ObservedGuest guest, TemplateClaim claim) {
    return claim
        .builder()
        .map(BuilderMark::builder)
        .filter(builder -> !builder.equals(request.owned().uid()))
        .map(
            builder ->
                "The cluster with the uid "
                    + builder
                    + " began it: removeLeftovers there removes it. If that cluster is gone: "
                    + removalByHand(guest));
  }

  private static String removalByHand(ObservedGuest guest) {
    return "If nobody builds it, run on "
        + guest.host()
        + ": qm destroy "
        + guest.id()
        + " --purge 1";
  }

  /** Why somebody can still be busy with it, or wants to keep it. */
  private static Optional<String> working(StockedBuild build) {
    ObservedGuest guest = build.guest();
    if (!build.tasks().isEmpty()) {
      return Optional.of(
          "Look again when what runs on it has ended: "
              + build.tasks().stream().map(RunningTask::upid).collect(Collectors.joining(", ")));
    }
    if (guest.currentLock().isPresent()) {
      return Optional.of(
          "It is locked (" + guest.currentLock().get() + "). " + Making.rootCommand(guest));
    }
    if (guest.power() != ObservedGuest.Power.STOPPED) {
      return Optional.of("It is not switched off, so somebody uses it.");
    }
    return value(guest, "protection").equals("1")
        ? Optional.of("It is protected: lift the protection to have it removed.")
        : none();
  }

  private Optional<String> young(ObservedGuest guest) {
    Matcher made = MADE.matcher(value(guest, "meta"));
    boolean old =
        made.find()
            && Instant.ofEpochSecond(Long.parseLong(made.group(1))).plus(PATIENCE).isBefore(now);
    return old
        ? none()
        : Optional.of("A run can still be building it; removeLeftovers removes it in an hour.");
  }

  private static String value(ObservedGuest guest, String key) {
    return guest.configuration().flatMap(live -> live.get(key)).orElse("");
  }

  /** While Proxmox VE imports the image, a VM shows nothing but its lock. */
  private boolean isFaceless(ObservedGuest guest) {
    VmIdRange templates = request.spec().allocation().templateIds();
    VmId id = guest.id();
    Optional<GuestConfiguration> live = guest.configuration();
    return guest.kind() == ObservedGuest.Kind.VM
        && id.compareTo(templates.first()) >= 0
        && id.compareTo(templates.last()) <= 0
        && live.isPresent()
        && live.get().get("name").isEmpty()
        && guest.currentLock().equals(Optional.of("create"))
        && Making.taskOf(guest, request.observed().tasks()).isEmpty();
  }

  private void faceless(ObservedGuest guest) {
    draft.report(
        PlanFinding.TEMPLATE_UNFINISHED,
        null,
        guest.label()
            + " has the lock of its creation and nothing else, in the range of the templates: some"
            + " cluster's build of one goes on unseen, or died.",
        Making.rootCommand(guest));
  }
}
