package io.github.talosforge.plan;

import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.model.VmId;
import java.util.Set;

/**
 * Makes a VM from an image and converts it to a template. The tags come in a configuration call
 * after the create call, which must not carry them.
 *
 * @param id the name of the change
 * @param image the image
 * @param identity what the template is recognised by: name and tags
 * @param host the host that the template is made on
 * @param vmId the id that it gets if that is still free; otherwise the next one of the range
 * @param imageStorage where the downloaded file is kept
 * @param configuration the hardware of the template; its system disk asks for a new volume of size
 *     0 on the template storage, to which the import is added
 * @param systemDisk the key of the disk that the image is imported to
 * @param builder the cluster that has it built
 * @param dependencies the changes before
 */
public record BuildTemplate(
    ChangeId id,
    TalosImage image,
    TemplateIdentity identity,
    HostName host,
    VmId vmId,
    StorageName imageStorage,
    WantedConfiguration configuration,
    String systemDisk,
    ClusterUid builder,
    Set<ChangeId> dependencies)
    implements ImageChange {

  /** Keeps an own copy of the set. */
  public BuildTemplate {
    dependencies = Set.copyOf(dependencies);
  }

  @Override
  public <R> R accept(ImageChange.Visitor<R> visitor) {
    return visitor.visit(this);
  }
}
