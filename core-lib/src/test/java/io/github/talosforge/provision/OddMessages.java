package io.github.talosforge.provision;

import com.google.protobuf.MessageLite;
import com.google.protobuf.Timestamp;
import io.github.talosforge.talos.protocol.machine.EtcdMember;
import io.github.talosforge.talos.protocol.machine.EtcdMemberListResponse;
import io.github.talosforge.talos.protocol.machine.EtcdMemberStatus;
import io.github.talosforge.talos.protocol.machine.EtcdMembers;
import io.github.talosforge.talos.protocol.machine.EtcdStatus;
import io.github.talosforge.talos.protocol.machine.EtcdStatusResponse;
import io.github.talosforge.talos.protocol.machine.ServiceEvent;
import io.github.talosforge.talos.protocol.machine.ServiceEvents;
import io.github.talosforge.talos.protocol.machine.ServiceHealth;
import io.github.talosforge.talos.protocol.machine.ServiceInfo;
import io.github.talosforge.talos.protocol.machine.ServiceList;
import io.github.talosforge.talos.protocol.machine.ServiceListResponse;
import io.github.talosforge.talos.protocol.time.Time;
import io.github.talosforge.talos.protocol.time.TimeResponse;
import java.util.Arrays;
import java.util.Random;

/** Bytes that are nearly a message of Talos. */
record OddMessages(Random random) {

  byte[] services() {
    ServiceInfo.Builder service =
        ServiceInfo.newBuilder()
            .setId("etcd")
            .setState("Running")
            .setHealth(ServiceHealth.newBuilder().setHealthy(true).setLastMessage("well"))
            .setEvents(
                ServiceEvents.newBuilder().addEvents(ServiceEvent.newBuilder().setMsg("up")));
    return odd(
        ServiceListResponse.newBuilder()
            .addMessages(ServiceList.newBuilder().addServices(service))
            .build());
  }

  byte[] etcdMembers() {
    EtcdMember.Builder member =
        EtcdMember.newBuilder()
            .setId(random.nextLong())
            .setHostname("cp-1")
            .addPeerUrls("https://192.0.2.11:2380");
    return odd(
        EtcdMemberListResponse.newBuilder()
            .addMessages(EtcdMembers.newBuilder().addMembers(member))
            .build());
  }

  byte[] etcdStatus() {
    EtcdMemberStatus.Builder status =
        EtcdMemberStatus.newBuilder()
            .setMemberId(random.nextLong())
            .setLeader(random.nextLong())
            .setDbSize(random.nextLong())
            .addErrors("no leader");
    return odd(
        EtcdStatusResponse.newBuilder()
            .addMessages(EtcdStatus.newBuilder().setMemberStatus(status))
            .build());
  }

  byte[] time() {
    Timestamp.Builder any =
        Timestamp.newBuilder().setSeconds(random.nextLong()).setNanos(random.nextInt());
    return odd(
        TimeResponse.newBuilder()
            .addMessages(Time.newBuilder().setServer("192.0.2.1").setLocaltime(any))
            .build());
  }

  private byte[] odd(MessageLite valid) {
    byte[] bytes = valid.toByteArray();
    return switch (random.nextInt(4)) {
      case 0 -> bytes;
      case 1 -> Arrays.copyOf(bytes, random.nextInt(bytes.length));
      default -> changed(bytes);
    };
  }

  private byte[] changed(byte[] bytes) {
    for (int times = 1 + random.nextInt(3); times > 0; times--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }
    return bytes;
  }
}
