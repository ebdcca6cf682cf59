package io.github.talosforge.proxmox.http.operation;

import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.Pool;
import io.github.talosforge.proxmox.Pools;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.http.ApiRequest;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Operations on pools; the name is a parameter, as paths cannot hold nested pools. */
record HttpPools(Calls calls) implements Pools {
  private static final String POOLS = "/pools";
  private static final String ID = "poolid";

  @Override
  public List<Pool> list() {
    return calls.list(ApiRequest.get(POOLS)).stream().map(HttpPools::pool).toList();
  }

  @Override
  public Optional<Pool> find(String id) {
    try {
      return calls.list(reading(id)).stream().map(HttpPools::pool).findFirst();
    } catch (ProxmoxException e) {
      if (e.kind() == ErrorKind.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static Pool pool(AnswerNode entry) {
    List<AnswerNode> members =
        entry.at("members").isMissing() ? List.of() : entry.at("members").items();
    return new Pool(
        entry.requiredText(ID),
        entry.text("comment"),
        members.stream().flatMapToInt(member -> member.integer("vmid").stream()).boxed().toList(),
        members.stream()
            .flatMap(member -> member.text("storage").stream())
            .collect(Collectors.toSet()));
  }

  @Override
  public void create(String id, String comment) {
    ApiRequest request = ApiRequest.post(POOLS).with(ID, id);
    calls.call(
        (comment.isEmpty() ? request : request.with("comment", comment))
            .lookedUpBy(Lookups.present(reading(id))));
  }

  @Override
  public void addVms(String id, List<Integer> vmIds) {
    calls.call(change(id).with("vms", joined(vmIds)));
  }

  @Override
  public void removeVms(String id, List<Integer> vmIds) {
    calls.call(change(id).with("vms", joined(vmIds)).with("delete", true));
  }

  @Override
  public void addStorages(String id, List<String> storages) {
    calls.call(change(id).with("storage", String.join(",", storages)));
  }

  @Override
  public void removeStorages(String id, List<String> storages) {
    calls.call(change(id).with("storage", String.join(",", storages)).with("delete", true));
  }

  @Override
  public void delete(String id) {
    calls.call(ApiRequest.delete(POOLS).with(ID, id).lookedUpBy(Lookups.absent(reading(id))));
  }

  private static ApiRequest reading(String id) {
    return ApiRequest.get(POOLS).with(ID, id);
  }

  private static ApiRequest change(String id) {
    return ApiRequest.put(POOLS).with(ID, id);
  }

  private static String joined(List<Integer> ids) {
    return ids.stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
