package io.github.talosforge.simulator.talos.api;

import io.github.talosforge.simulator.talos.Machine;
import io.github.talosforge.simulator.talos.Talos;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/** Hands calls on as apid does: to the node that was dialled, to another one, or to several. */
final class RpcRouter {
  private static final Metadata.Key<String> NODE =
      Metadata.Key.of("node", Metadata.ASCII_STRING_MARSHALLER);
  private static final Metadata.Key<String> NODES =
      Metadata.Key.of("nodes", Metadata.ASCII_STRING_MARSHALLER);
  private static final Pattern ORGANIZATION = Pattern.compile("(?:^|[,+])O=(os:[a-z:]+)");

  private final Talos talos;

  RpcRouter(Talos talos) {
    this.talos = talos;
  }

  ServerInterceptor of(Machine machine) {
    return new ServerInterceptor() {
      @Override
      public <Q, A> ServerCall.Listener<Q> interceptCall(
          ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        try {
          return route(machine, call, headers, next);
        } catch (StatusRuntimeException e) {
          call.close(e.getStatus(), new Metadata());
          return new ServerCall.Listener<>() {};
        }
      }
    };
  }

  private <Q, A> ServerCall.Listener<Q> route(
      Machine machine, ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    String method = call.getMethodDescriptor().getFullMethodName();
    boolean secure = talos.world().locked(machine::hasSecureApi);
    if (!secure) {
      demandMaintenance(machine, method);
      return local(new CallScope(machine, Set.of(RpcRules.READER)), call, headers, next);
    }
    Set<String> roles = roles(call);
    List<String> nodes = all(headers, NODES);
    List<String> node = all(headers, NODE);
    if (node.size() > 1) {
      throw failed(Status.INVALID_ARGUMENT, "node metadata must be single-valued");
    }
    boolean worker = talos.world().locked(machine::isWorker);
    if (!nodes.isEmpty() && !(worker && nodes.size() == 1 && isLocal(machine, nodes.get(0)))) {
      return many(machine, roles, nodes, call, headers, next);
    }
    if (!node.isEmpty() && !(worker && isLocal(machine, node.get(0)))) {
      demandForwarding(machine);
      return local(new CallScope(target(machine, node.get(0)), roles), call, headers, next);
    }
    return local(new CallScope(machine, roles), call, headers, next);
  }

  private <Q, A> ServerCall.Listener<Q> many(
      Machine machine,
      Set<String> roles,
      List<String> nodes,
      ServerCall<Q, A> call,
      Metadata headers,
      ServerCallHandler<Q, A> next) {
    if (call.getMethodDescriptor().getFullMethodName().startsWith("cosi.")) {
      throw failed(
          Status.INVALID_ARGUMENT, "one-2-many proxying is not supported for COSI methods");
    }
    demandForwarding(machine);
    FanOut<Q, A> fanOut = new FanOut<>(call, headers, nodes.size());
    for (String node : nodes) {
      fanOut.to(
          node,
          () -> {
            CallScope scope = new CallScope(target(machine, node), roles);
            demandAllowed(call.getMethodDescriptor().getFullMethodName(), scope);
            return Context.current().withValue(CallScope.KEY, scope);
          },
          next);
    }
    return fanOut.listener();
  }

  private <Q, A> ServerCall.Listener<Q> local(
      CallScope scope, ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    demandAllowed(call.getMethodDescriptor().getFullMethodName(), scope);
    return Contexts.interceptCall(
        Context.current().withValue(CallScope.KEY, scope), call, headers, next);
  }

  private static void demandAllowed(String method, CallScope scope) {
    if (!RpcRules.exists(method, scope.machine().image().version())) {
      throw failed(
          Status.UNIMPLEMENTED, "unknown service " + method.substring(0, method.indexOf('/')));
    }
    boolean applies = method.equals("machine.MachineService/ApplyConfiguration");
    boolean maintained = !scope.machine().hasSecureApi();
    if (!RpcRules.isAllowed(method, scope.roles()) && !(maintained && applies)) {
      boolean wipes = method.equals("storage.StorageService/BlockDeviceWipe");
      if (!(maintained && wipes)) {
        throw failed(Status.PERMISSION_DENIED, "not authorized");
      }
    }
  }

  private static void demandMaintenance(Machine machine, String method) {
    var version = machine.image().version();
    if (version.hasOrdinaryMaintenance() || RpcRules.isInOldMaintenance(method, version)) {
      return;
    }
    String service = method.substring(0, method.indexOf('/'));
    String name = method.substring(method.indexOf('/') + 1);
    throw failed(
        Status.UNIMPLEMENTED,
        RpcRules.isRefusedInOldMaintenance(method)
            ? "API is not implemented in maintenance mode"
            : service.equals("machine.MachineService")
                ? "method " + name + " not implemented"
                : "unknown service " + service);
  }

  private void demandForwarding(Machine machine) {
    if (talos.world().locked(machine::isWorker)) {
      throw failed(Status.PERMISSION_DENIED, "no request forwarding");
    }
  }

  private boolean isLocal(Machine machine, String target) {
    return talos
        .world()
        .locked(
            () ->
                talos.network().addresses(machine).contains(target)
                    || talos.network().hostname(machine).equals(target)
                    || target.equals("127.0.0.1"));
  }

  private Machine target(Machine machine, String node) {
    return talos
        .world()
        .locked(
            () ->
                find(machine, node)
                    .filter(found -> talos.connected(machine, found) && found.hasSecureApi())
                    .orElseThrow(() -> unreachable(node)));
  }

  private Optional<Machine> find(Machine machine, String node) {
    return isLocal(machine, node)
        ? Optional.of(machine)
        : talos
            .at(node)
            .or(
                () ->
                    talos.machines().stream()
                        .filter(m -> talos.network().hostname(m).equals(node))
                        .findFirst());
  }

  private static StatusRuntimeException unreachable(String node) {
    return failed(
        Status.UNAVAILABLE,
        "connection error: desc = \"transport: Error while dialing: dial tcp "
            + node
            + ":50000: connect: no route to host\"");
  }

  private static StatusRuntimeException failed(Status status, String text) {
    return status.withDescription(text).asRuntimeException();
  }

  private static List<String> all(Metadata headers, Metadata.Key<String> key) {
    List<String> values = new ArrayList<>();
    Iterable<String> found = headers.getAll(key);
    if (found != null) {
      found.forEach(values::add);
    }
    return values;
  }

  static Set<String> roles(ServerCall<?, ?> call) {
    SSLSession session = call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
    Set<String> roles = new LinkedHashSet<>();
    try {
      Certificate[] chain = session == null ? new Certificate[0] : session.getPeerCertificates();
      if (chain.length > 0 && chain[0] instanceof X509Certificate certificate) {
        Matcher names =
            ORGANIZATION.matcher(certificate.getSubjectX500Principal().getName("RFC2253"));
        while (names.find()) {
          roles.add(names.group(1));
        }
      }
    } catch (SSLPeerUnverifiedException anonymous) {
      roles.clear();
    }
    return roles;
  }
}
