package io.github.talosforge.net;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.net.DatagramSocket;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.nio.channels.NetworkChannel;
import java.nio.file.Path;
import java.util.Set;
import javax.net.SocketFactory;
import org.junit.jupiter.api.Test;

/** Nothing but the dialer opens connections. */
class NetworkAccessTest {
  private static final JavaClasses LIBRARY =
      new ClassFileImporter().importPath(Path.of("build/classes/java/main"));

  private static final Set<String> DIALER =
      Set.of(
          "io.github.talosforge.net.Dialer",
          "io.github.talosforge.net.DialedSocket",
          "io.github.talosforge.net.DialedSocketFactory");

  @Test
  void onlyTheDialerMakesOrConnectsSockets() {
    noClasses()
        .that(describe("are not the dialer", type -> !DIALER.contains(type.getName())))
        .should()
        .callCodeUnitWhere(opensConnection())
        .check(LIBRARY);
  }

  @Test
  void nobodyUsesTheClientsOfTheRuntime() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.net.http..", "com.sun.net.httpserver..")
        .check(LIBRARY);
  }

  @Test
  void onlyTheseBuildHttpClientsAndAllOnSocketsOfTheDialer() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("io.github.talosforge.proxmox.http.Wire")
        .and()
        .doNotHaveFullyQualifiedName("io.github.talosforge.image.http.HttpImageFactory")
        .and()
        .doNotHaveFullyQualifiedName("io.github.talosforge.kubernetes.ApiTransport")
        .should()
        .dependOnClassesThat(
            describe(
                "build HTTP clients",
                type ->
                    type.getName().equals("okhttp3.OkHttpClient$Builder")
                        || type.getName().equals("okhttp3.OkHttpClient")))
        .check(LIBRARY);
  }

  private static DescribedPredicate<JavaCall<?>> opensConnection() {
    return describe(
        "open a connection",
        call -> {
          CodeUnitCallTarget target = call.getTarget();
          boolean creates = target.getName().equals("<init>");
          boolean socket =
              assignableTo(Socket.class)
                  .or(assignableTo(ServerSocket.class))
                  .or(assignableTo(DatagramSocket.class))
                  .test(target.getOwner());
          boolean connects = socket && (creates || target.getName().equals("connect"));
          boolean channel =
              assignableTo(NetworkChannel.class).test(target.getOwner())
                  && (target.getName().equals("open") || target.getName().equals("connect"));
          boolean factory =
              assignableTo(SocketFactory.class).test(target.getOwner())
                  && target.getName().equals("createSocket");
          boolean url =
              assignableTo(URL.class).test(target.getOwner())
                  && target.getName().startsWith("open");
          return connects || channel || factory || url;
        });
  }
}
