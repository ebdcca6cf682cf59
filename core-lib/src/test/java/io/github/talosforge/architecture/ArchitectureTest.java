package io.github.talosforge.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.IOException;
import java.net.ProxySelector;
import java.nio.file.Path;
import java.security.Provider;
import java.security.Security;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The list of packages is the architecture; {@code docs/architecture.md} shows the same list. */
class ArchitectureTest {
  private static final PackageList PACKAGES =
      PackageList.of(
          Path.of("build/classes/java/main"),
          "io.github.talosforge",
          """
          . -> allocation, apply, bootstrap, cidata, credentials, finding, health, image, image.http, kubernetes, machineconfig, model, net, observe, pki, plan, preflight, proxmox, proxmox.client, proxmox.property, rolling, secrets, talos, talos.client
          access -> model
          allocation -> finding, model
          apply -> cidata, image, model, observe, plan, proxmox, proxmox.property
          bootstrap -> finding, health, machineconfig, machineconfig.diff, model, plan, talos
          cidata -> model
          config -> config.catalogue, config.yaml, finding, model
          config.catalogue -> config.yaml, finding, model
          config.schema -> config.catalogue, model
          config.yaml -> finding, model
          credentials -> files, pki, yaml
          desired -> allocation, model, proxmox.property
          files ->
          finding ->
          health -> kubernetes, model, talos
          image -> model
          image.http -> image, model, net
          journal -> ., allocation, apply, bootstrap, finding, health, model, observe, plan, proxmox, report, talos
          kubernetes -> net, pki
          machineconfig -> allocation, finding, image, machineconfig.document, machineconfig.patch, model, pki, secrets
          machineconfig.diff -> finding, machineconfig.document, machineconfig.schema, model
          machineconfig.document -> config.yaml, finding, model
          machineconfig.patch -> finding, machineconfig.document, machineconfig.schema, model
          machineconfig.schema ->
          model -> finding
          net ->
          observe -> allocation, model, proxmox, proxmox.property
          pki ->
          plan -> allocation, cidata, desired, finding, model, observe, proxmox.property
          preflight -> finding, image, model, net, observe, plan, proxmox, proxmox.property
          proxmox -> net, proxmox.property
          proxmox.client -> proxmox, proxmox.http, proxmox.http.operation
          proxmox.http -> net, proxmox
          proxmox.http.operation -> proxmox, proxmox.http, proxmox.property
          proxmox.property ->
          report -> finding
          rolling -> apply, bootstrap, kubernetes, model, plan, talos
          secrets -> files, model, pki, secrets.sops, yaml
          secrets.sops -> yaml
          starter -> model
          talos -> net, pki
          talos.client -> talos, talos.grpc
          talos.grpc -> net, pki, talos
          validation -> finding, model, validation.rules
          validation.rules -> finding, model
          yaml ->
          """);

  private static final DescribedPredicate<JavaClass> OF_ANOTHER_LIBRARY =
      resideInAnyPackage(
          "okhttp3..",
          "okio..",
          "kotlin..",
          "com.fasterxml..",
          "io.github.resilience4j..",
          "io.grpc..",
          "com.google.protobuf..",
          "org.bouncycastle..",
          "com.exceptionfactory..",
          "org.yaml..");

  @Test
  void everyPackageUsesJustWhatTheListSays() {
    PACKAGES.holds();
  }

  @Test
  void arrowsPointOneWay() {
    PACKAGES.hasNoCycle();
  }

  @Test
  void everyPackageIsNullMarked() {
    PACKAGES.isNullMarked();
  }

  @Test
  void theArchitecturePageShowsTheList() throws IOException {
    PACKAGES.isShownIn("docs/architecture.md");
  }

  @Test
  void knowsNoGradleNoLoggingAndNoConsole() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.gradle..", "org.slf4j..", "java.util.logging..", "groovy..")
        .orShould()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .check(PACKAGES.classes());
  }

  @Test
  void usesNothingOfTheSimulator() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.github.talosforge.simulator..")
        .check(PACKAGES.classes());
  }

  @Test
  void leavesTheJavaVirtualMachineAsItIs() {
    noClasses()
        .should()
        .callMethod(Security.class, "addProvider", Provider.class)
        .orShould()
        .callMethod(System.class, "setProperty", String.class, String.class)
        .orShould()
        .callMethod(ProxySelector.class, "setDefault", ProxySelector.class)
        .orShould()
        .callMethod(Runtime.class, "addShutdownHook", Thread.class)
        .orShould()
        .callMethod(Locale.class, "setDefault", Locale.class)
        .check(PACKAGES.classes());
  }

  @Test
  void exportedSignaturesHoldNoTypeOfAnotherLibrary() {
    noMethods()
        .that(areExported())
        .should()
        .haveRawReturnType(OF_ANOTHER_LIBRARY)
        .orShould()
        .haveRawParameterTypes(
            DescribedPredicate.describe(
                "of another library", types -> types.stream().anyMatch(OF_ANOTHER_LIBRARY)))
        .check(PACKAGES.classes());
  }

  private static DescribedPredicate<JavaMethod> areExported() {
    return DescribedPredicate.describe(
        "are exported",
        method ->
            method.getModifiers().contains(JavaModifier.PUBLIC)
                && method.getOwner().getModifiers().contains(JavaModifier.PUBLIC)
                && !resideInAnyPackage("..http..", "..grpc..").test(method.getOwner()));
  }
}
