package io.github.talosforge.proxmox.http.operation;

import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.HaGroup;
import io.github.talosforge.proxmox.HaResource;
import io.github.talosforge.proxmox.HaRule;
import io.github.talosforge.proxmox.HighAvailability;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.http.ApiRequest;
import java.util.List;
import java.util.OptionalInt;

/** Operations on what the high availability manager looks after. */
record HttpHighAvailability(Calls calls) implements HighAvailability {
  private static final String RESOURCES = "/cluster/ha/resources";
  private static final String GROUPS = "/cluster/ha/groups";
  private static final String RULES = "/cluster/ha/rules";
  private static final int FIRST_RELEASE_WITH_RULES = 9;

  @Override
  public List<HaResource> resources() {
    return calls.list(ApiRequest.get(RESOURCES).with("type", "vm")).stream()
        .map(HaAnswers::resource)
        .toList();
  }

  @Override
  public void manage(HaResource resource) {
    calls.call(
        described(ApiRequest.post(RESOURCES).with("sid", resource.sid()), resource)
            .lookedUpBy(Lookups.present(reading(resource.sid()))));
  }

  @Override
  public void update(HaResource resource) {
    ApiRequest request = described(ApiRequest.put(RESOURCES + "/{sid}", resource.sid()), resource);
    boolean leaves =
        resource.group().isEmpty() && calls.version().major() < FIRST_RELEASE_WITH_RULES;
    calls.call(leaves ? request.with("delete", "group") : request);
  }

  private static ApiRequest described(ApiRequest request, HaResource resource) {
    ApiRequest described =
        request
            .with("state", resource.state())
            .withOptional("group", resource.group())
            .withOptional("comment", resource.comment());
    described = with(described, "max_restart", resource.maximumRestarts());
    return with(described, "max_relocate", resource.maximumRelocations());
  }

  private static ApiRequest with(ApiRequest request, String name, OptionalInt value) {
    return value.isPresent() ? request.with(name, value.getAsInt()) : request;
  }

  private static ApiRequest reading(String sid) {
    return ApiRequest.get(RESOURCES + "/{sid}", sid);
  }

  @Override
  public void release(int vmId) {
    String sid = HaResource.started(vmId).sid();
    calls.call(
        ApiRequest.delete(RESOURCES + "/{sid}", sid).lookedUpBy(Lookups.absent(reading(sid))));
  }

  @Override
  public List<HaGroup> groups() {
    requireGroups();
    return calls.list(ApiRequest.get(GROUPS)).stream().map(HaAnswers::group).toList();
  }

  @Override
  public void createGroup(HaGroup group) {
    requireGroups();
    calls.call(described(ApiRequest.post(GROUPS).with("group", group.name()), group));
  }

  @Override
  public void updateGroup(HaGroup group) {
    requireGroups();
    calls.call(described(ApiRequest.put(GROUPS + "/{group}", group.name()), group));
  }

  private static ApiRequest described(ApiRequest request, HaGroup group) {
    return request
        .with("nodes", HaAnswers.prioritised(group.hosts()))
        .with("restricted", group.restricted())
        .with("nofailback", group.noFailback())
        .withOptional("comment", group.comment());
  }

  @Override
  public void deleteGroup(String name) {
    requireGroups();
    calls.call(ApiRequest.delete(GROUPS + "/{group}", name));
  }

  @Override
  public List<HaRule> rules() {
    requireRules();
    return calls.list(ApiRequest.get(RULES)).stream()
        .flatMap(entry -> HaAnswers.rule(entry).stream())
        .toList();
  }

  @Override
  public void createRule(HaRule rule) {
    requireRules();
    ApiRequest reading = ApiRequest.get(RULES + "/{rule}", rule.name());
    calls.call(
        HaAnswers.described(ApiRequest.post(RULES).with("rule", rule.name()), rule)
            .lookedUpBy(Lookups.present(reading)));
  }

  @Override
  public void updateRule(HaRule rule) {
    requireRules();
    calls.call(HaAnswers.described(ApiRequest.put(RULES + "/{rule}", rule.name()), rule));
  }

  @Override
  public void deleteRule(String name) {
    requireRules();
    calls.call(
        ApiRequest.delete(RULES + "/{rule}", name)
            .lookedUpBy(Lookups.absent(ApiRequest.get(RULES + "/{rule}", name))));
  }

  private void requireGroups() {
    if (calls.version().major() >= FIRST_RELEASE_WITH_RULES) {
      throw otherRelease("groups", "no longer exist", "Use rules of high availability.");
    }
  }

  private void requireRules() {
    if (calls.version().major() < FIRST_RELEASE_WITH_RULES) {
      throw otherRelease("rules", "do not exist yet", "Use groups, or upgrade to release 9.");
    }
  }

  private ProxmoxException otherRelease(String what, String problem, String suggestion) {
    return ProxmoxException.of(
            ErrorKind.NOT_IMPLEMENTED,
            "High availability "
                + what
                + " "
                + problem
                + " in Proxmox VE "
                + calls.version().version()
                + ".")
        .suggestion(suggestion)
        .build();
  }
}
