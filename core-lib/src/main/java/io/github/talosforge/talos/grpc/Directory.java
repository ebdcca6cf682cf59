package io.github.talosforge.talos.grpc;

import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.protocol.machine.FileInfo;
import io.github.talosforge.talos.protocol.machine.ListRequest;
import io.github.talosforge.talos.protocol.machine.MachineServiceGrpc;
import java.util.List;

/** A directory of a machine. */
final class Directory {
  /** Talos has no code for it: the words come from its kernel. */
  private static final String ABSENT = "no such file or directory";

  private static final String ITSELF = ".";

  private final Calls calls;
  private final String path;

  Directory(Calls calls, String path) {
    this.calls = calls;
    this.path = path;
  }

  /** Lists what is in it, which leaves out the directory itself. */
  List<String> files() {
    ListRequest request = ListRequest.newBuilder().setRoot(path).build();
    try {
      return calls.all(MachineServiceGrpc.getListMethod(), request).stream()
          .map(FileInfo::getRelativeName)
          .filter(name -> !name.equals(ITSELF))
          .distinct()
          .toList();
    } catch (TalosException e) {
      if (e.kind() == TalosException.Kind.NOT_FOUND || e.serverWords().contains(ABSENT)) {
        return List.of();
      }
      throw e;
    }
  }
}
