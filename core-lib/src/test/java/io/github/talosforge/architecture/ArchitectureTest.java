package io.github.talosforge.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.constructors;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.observe.OwnedCluster;
import io.github.talosforge.observe.Ownership;
import io.github.talosforge.proxmox.http.ApiRequest;
import io.github.talosforge.redaction.Redaction;
import io.github.talosforge.redaction.TalosforgeException;
import java.io.IOException;
import java.net.ProxySelector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
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
          . -> allocation, apply, audit, backup, bootstrap, cidata, credentials, doctor, finding, health, image, image.http, kubernetes, lock, machineconfig, machineconfig.document, model, net, observe, pki, plan, preflight, proxmox, proxmox.client, proxmox.property, rolling, secrets, talos, talos.client, versions
          access -> model
          allocation -> finding, model
          apply -> audit, cidata, image, model, observe, plan, proxmox, proxmox.property, redaction
          audit ->
          backup -> files, health, model, redaction, secrets.sops, talos
          bootstrap -> audit, finding, health, machineconfig, machineconfig.diff, model, observe, plan, redaction, talos, versions
          cidata -> model
          config -> config.catalogue, config.yaml, finding, model
          config.catalogue -> config.yaml, finding, model, proxmox.property
          config.schema -> config.catalogue, model
          config.yaml -> finding, model, redaction
          credentials -> files, pki, redaction, yaml
          desired -> allocation, config.catalogue, model, proxmox.property
          doctor -> access, allocation, finding, image, model, net, observe, plan, preflight, proxmox, redaction
          files ->
          finding -> redaction
          health -> kubernetes, model, redaction, talos
          image -> model, redaction
          image.http -> image, model, net
          journal -> ., allocation, apply, audit, bootstrap, finding, health, model, observe, plan, proxmox, report, talos, versions
          kubernetes -> audit, net, pki, redaction
          lock -> audit, bootstrap, kubernetes, redaction
          machineconfig -> allocation, finding, image, machineconfig.document, machineconfig.patch, model, pki, redaction, secrets, versions
          machineconfig.diff -> finding, machineconfig.document, machineconfig.schema, model, redaction
          machineconfig.document -> config.yaml, finding, model
          machineconfig.patch -> finding, machineconfig.document, machineconfig.schema, model
          machineconfig.schema ->
          model -> finding, redaction
          net -> redaction
          observe -> allocation, model, proxmox, proxmox.property
          operation -> ., apply, audit, backup, bootstrap, config, doctor, files, finding, health, journal, lock, machineconfig, model, net, observe, plan, proxmox, redaction, report, rolling, secrets, talos, validation
          pki -> redaction
          plan -> allocation, cidata, desired, finding, machineconfig.document, model, observe, proxmox.property, redaction, releases, versions
          preflight -> finding, image, model, net, observe, plan, proxmox, proxmox.property
          proxmox -> audit, net, proxmox.property, redaction
          proxmox.client -> proxmox, proxmox.http, proxmox.http.operation
          proxmox.http -> audit, net, proxmox, redaction
          proxmox.http.operation -> proxmox, proxmox.http, proxmox.property
          proxmox.property -> redaction
          redaction ->
          releases -> model, yaml
          report -> finding, redaction
          rolling -> apply, bootstrap, kubernetes, model, observe, plan, talos
          secrets -> files, model, pki, redaction, secrets.sops, yaml
          secrets.sops -> redaction, yaml
          starter -> model
          talos -> audit, net, pki, redaction
          talos.client -> talos, talos.grpc
          talos.grpc -> audit, net, pki, talos
          validation -> finding, model, validation.rules
          validation.rules -> finding, model, proxmox.property, releases
          versions -> machineconfig.document, model, releases
          yaml -> redaction
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

  /** What destroys is {@code ApiRequest.destroy}, which cannot be called without a last look. */
  @Test
  void onlySettingsAndTasksAreDeletedWithoutALastLook() {
    noClasses()
        .that()
        .doNotHaveSimpleName("HttpPools")
        .and()
        .doNotHaveSimpleName("HttpHighAvailability")
        .and()
        .doNotHaveSimpleName("HttpHardware")
        .and()
        .doNotHaveSimpleName("HttpAccess")
        .and()
        .doNotHaveSimpleName("FollowedTask")
        .should()
        .callMethod(ApiRequest.class, "delete", String.class, Object[].class)
        .check(PACKAGES.classes());
  }

  /** Those of the wires never leave them. */
  @Test
  void everyFailureTellsItsWordsThroughTheRedaction() {
    classes()
        .that()
        .areAssignableTo(Throwable.class)
        .and()
        .haveNameNotMatching(".*[.](EndlessAnswerException|YamlRefusal|MergeRefusal|ToldCause)")
        .and()
        .resideOutsideOfPackages("..http", "..grpc")
        .should()
        .dependOnClassesThat()
        .areAssignableTo(Redaction.class)
        .orShould()
        .beAssignableTo(TalosforgeException.class)
        .check(PACKAGES.classes());
  }

  /** What a plan is about was judged by one look: whose it is, where it is and what it does. */
  @Test
  void onlyWhoKnowsAllClaimsNamesTheVmOfANode() {
    constructors()
        .that()
        .areDeclaredIn(NodeVm.class)
        .should()
        .onlyBeCalled()
        .byClassesThat()
        .areAssignableTo(OwnedCluster.class)
        .check(PACKAGES.classes());
  }

  /** A look is judged once, when it is over; who writes judges the VM that he has just read. */
  @Test
  void whoseAGuestIsIsJudgedOnceALookAndBeforeEachWrite() {
    methods()
        .that()
        .areDeclaredIn(Ownership.class)
        .and()
        .haveName("claim")
        .should()
        .onlyBeCalled()
        .byClassesThat()
        .haveNameMatching(".*[.](OwnedCluster|FormerName|VmGuard)")
        .check(PACKAGES.classes());
    methods()
        .that()
        .areDeclaredIn(OwnedCluster.class)
        .and()
        .haveName("of")
        .should()
        .onlyBeCalled()
        .byClassesThat()
        .haveNameMatching(".*[.](OwnedCluster|Sight)")
        .check(PACKAGES.classes());
  }

  @Test
  void jsonForPeopleIsLaidOutByTheRedactionAlone() {
    noClasses()
        .that()
        .resideOutsideOfPackages("..redaction", "..schema", "..yaml..", "..secrets..")
        .should()
        .callMethod(ObjectMapper.class, "writerWithDefaultPrettyPrinter")
        .check(PACKAGES.classes());
  }

  @Test
  void nothingIsWrittenToTheFolderForTemporaryFiles() {
    noClasses()
        .should()
        .callMethod(Files.class, "createTempDirectory", String.class, FileAttribute[].class)
        .orShould()
        .callMethod(
            Files.class, "createTempFile", String.class, String.class, FileAttribute[].class)
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
