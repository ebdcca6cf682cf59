package io.github.talosforge.config.catalogue;

import io.github.talosforge.model.ImageSpec.Architecture;
import io.github.talosforge.model.ImageSpec.CloneMode;
import io.github.talosforge.model.ImageSpec.Delivery;
import io.github.talosforge.model.ImageSpec.Provision;
import io.github.talosforge.model.SchematicId;
import io.github.talosforge.model.Sha256Digest;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** Keys of the Talos image and how a VM comes from it. */
public final class ImageKeys {
  /** Provisioning. */
  public static final Key<Provision> PROVISION =
      Key.named(
              "provision",
              ChoiceType.of("clone", Provision.CLONE)
                  .or("import", Provision.IMPORT)
                  .or("iso", Provision.ISO))
          .everywhere()
          .builtIn("clone")
          .sets("ide2")
          .means(
              "How a VM is made: cloned from a template, created with the image imported as its"
                  + " disk, or created empty and installed from the ISO.",
              "clone");

  /** Delivery. */
  public static final Key<Delivery> DELIVERY =
      Key.named("config_delivery", ChoiceType.of("api", Delivery.API).or("cidata", Delivery.CIDATA))
          .everywhere()
          .builtIn("api")
          .means(
              "How a machine gets its first configuration: over its API, or on a CD (cidata) where"
                  + " port 50000 cannot be reached before.",
              "cidata");

  /** Clone mode. */
  public static final Key<CloneMode> CLONE =
      Key.named("clone", ChoiceType.of("full", CloneMode.FULL).or("linked", CloneMode.LINKED))
          .everywhere()
          .builtIn("full")
          .means("How a template is cloned.", "full");

  /** Template. */
  public static final Key<String> TEMPLATE =
      Key.named("talos_template", Grammars.WORD)
          .everywhere()
          .alias("template")
          .means(
              "The name or id of a template that exists; without it Talosforge makes one.",
              "talos-1.12.0");

  /** Extensions. */
  public static final Key<List<String>> EXTENSIONS =
      Key.named(
              "extensions",
              ListType.replacing(
                  TextType.matching(
                      "an extension such as siderolabs/qemu-guest-agent",
                      "[a-z0-9][a-z0-9._-]*/[a-z0-9][a-z0-9._-]*")))
          .builtIn(List.of("siderolabs/qemu-guest-agent"))
          .means("System extensions in the image.", "[siderolabs/qemu-guest-agent]");

  /** Kernel arguments. */
  public static final Key<List<String>> KERNEL_ARGS =
      Key.named("kernel_args", ListType.replacing(TextType.matching("a kernel argument", "[!-~]+")))
          .alias("extra_kernel_args")
          .means("More kernel arguments; a leading '-' removes one.", "[net.ifnames=0]");

  /** Overlay name. */
  public static final Key<String> OVERLAY_NAME =
      Key.named("name", Grammars.WORD).required().means("The overlay's name.", "rpi_generic");

  /** Overlay image. */
  public static final Key<String> OVERLAY_IMAGE =
      Key.named(
              "image",
              TextType.matching("an image such as siderolabs/sbc-raspberrypi", "[a-z0-9._/-]+"))
          .required()
          .means("The image that the overlay comes from.", "siderolabs/sbc-raspberrypi");

  /** Overlay options. */
  public static final Key<Map<String, String>> OVERLAY_OPTIONS =
      Key.named("options", new MapType<>(Grammars.WORD, Grammars.ANY))
          .means("The overlay's options.", "{console: ttyS0}");

  /** Overlay. */
  public static final Key<Settings> OVERLAY =
      Key.named("overlay", SectionType.nested(OVERLAY_NAME, OVERLAY_IMAGE, OVERLAY_OPTIONS))
          .means(
              "The support of a board.", "{name: rpi_generic, image: siderolabs/sbc-raspberrypi}");

  /** Schematic. */
  public static final Key<Settings> SCHEMATIC =
      Key.named("talos_schematic", SectionType.nested(EXTENSIONS, KERNEL_ARGS, OVERLAY))
          .everywhere()
          .alias("schematic")
          .means(
              "What the image contains besides Talos.",
              "{extensions: [siderolabs/qemu-guest-agent]}");

  /** Schematic id. */
  public static final Key<SchematicId> SCHEMATIC_ID =
      Key.named(
              "talos_schematic_id",
              new TextType<>("the 64 hexadecimal digits of a schematic", SchematicId::of))
          .everywhere()
          .alias("schematic_id")
          .means(
              "The id of a schematic that the Image Factory knows; used instead of"
                  + " talos_schematic.",
              "29d123fd0e746fccd5ff52d37c0cdbd2d653e10ae29c39276b6edb9ffbd56cf4");

  /** Checksum. */
  public static final Key<Sha256Digest> IMAGE_SHA256 =
      Key.named(
              "talos_image_sha256",
              new TextType<>("the 64 hexadecimal digits of a SHA-256", Sha256Digest::of))
          .everywhere()
          .means(
              "The checksum that the downloaded image must have.",
              "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");

  /** Architecture. */
  public static final Key<Architecture> ARCH =
      Key.named(
              "talos_arch",
              ChoiceType.of("amd64", Architecture.AMD64).or("arm64", Architecture.ARM64))
          .everywhere()
          .builtIn("amd64")
          .means("The processor architecture.", "amd64");

  /** Secure boot. */
  public static final Key<Boolean> SECUREBOOT =
      Key.named("talos_secureboot", new FlagType())
          .everywhere()
          .alias("secureboot", "secure_boot")
          .builtIn("false")
          .means("Whether the image is signed for secure boot.", "true");

  /** Image Factory. */
  public static final Key<URI> FACTORY_URL =
      Key.named("talos_factory_url", Grammars.URL)
          .at(Place.CLUSTER)
          .builtIn("https://factory.talos.dev")
          .means("The Image Factory.", "https://factory.talos.dev");

  static final List<Key<?>> ALL =
      List.of(
          PROVISION,
          DELIVERY,
          CLONE,
          TEMPLATE,
          SCHEMATIC,
          SCHEMATIC_ID,
          IMAGE_SHA256,
          ARCH,
          SECUREBOOT,
          FACTORY_URL);

  private ImageKeys() {}
}
