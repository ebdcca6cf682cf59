package io.github.talosforge.proxmox.http.operation;

import io.github.talosforge.proxmox.Cluster;
import io.github.talosforge.proxmox.ClusterResource;
import io.github.talosforge.proxmox.ClusterStatus;
import io.github.talosforge.proxmox.DatacenterOptions;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.ResourceSort;
import io.github.talosforge.proxmox.TaskSummary;
import io.github.talosforge.proxmox.http.ApiRequest;
import java.util.List;
import java.util.Optional;

/** Operations across all hosts. */
record HttpCluster(Calls calls) implements Cluster {
  private static final ApiRequest RESOURCES = ApiRequest.get("/cluster/resources");

  @Override
  public List<ClusterResource> resources() {
    return ClusterResources.decode(calls.list(RESOURCES));
  }

  @Override
  public List<ClusterResource> resources(ResourceSort sort) {
    return ClusterResources.decode(calls.list(RESOURCES.with("type", sort.word())));
  }

  @Override
  public ClusterStatus status() {
    List<AnswerNode> entries = calls.list(ApiRequest.get("/cluster/status"));
    Optional<AnswerNode> cluster = entries.stream().filter(e -> isOfType(e, "cluster")).findFirst();
    return new ClusterStatus(
        cluster.flatMap(entry -> entry.text("name")),
        cluster.map(entry -> entry.flag("quorate")).orElse(true),
        entries.stream().filter(e -> isOfType(e, "node")).map(HttpCluster::member).toList());
  }

  private static boolean isOfType(AnswerNode entry, String type) {
    return entry.text("type").filter(type::equals).isPresent();
  }

  private static ClusterStatus.Member member(AnswerNode entry) {
    return new ClusterStatus.Member(
        entry.requiredText("name"), entry.flag("online"), entry.flag("local"), entry.text("ip"));
  }

  @Override
  public List<TaskSummary> tasks() {
    return TaskSummaries.decode(calls.list(ApiRequest.get("/cluster/tasks")));
  }

  @Override
  public DatacenterOptions options() {
    AnswerNode answer = calls.call(ApiRequest.get("/cluster/options"));
    return new DatacenterOptions(
        answer.at("user-tag-access").text("user-allow"), answer.words("allowed-tags"));
  }

  @Override
  public int nextId() {
    return calls.call(ApiRequest.get("/cluster/nextid")).wholeNumber();
  }

  @Override
  public boolean isFree(int id) {
    try {
      return calls.call(ApiRequest.get("/cluster/nextid").with("vmid", id)).wholeNumber() == id;
    } catch (ProxmoxException e) {
      if (e.kind() == ErrorKind.ALREADY_EXISTS || isTaken(e)) {
        return false;
      }
      throw e;
    }
  }

  private static boolean isTaken(ProxmoxException e) {
    return e.parameterErrors().getOrDefault("vmid", "").contains("already exists");
  }
}
