package io.github.talosforge.proxmox.conformance;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.client.ProxmoxClients;
import io.github.talosforge.proxmox.http.HttpTransport;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A client that is not watched could send anything. */
class EveryClientIsRecordedTest {
  @Test
  void noTestOpensAClientBesideTheRecorder() {
    noClasses()
        .that()
        .doNotHaveSimpleName("LibraryExample")
        .should()
        .callMethod(ProxmoxClients.class, "open", ProxmoxConnection.class)
        .orShould()
        .callMethod(HttpTransport.class, "open", ProxmoxConnection.class)
        .because("tests use RecordedClients or Transports, so that every request is checked")
        .check(new ClassFileImporter().importPath(Path.of("build/classes/java/test")));
  }
}
