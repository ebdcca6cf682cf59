package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.FindingArea;
import java.util.List;
import java.util.Map;

/** All rules there are. */
public final class Rules {
  private static final List<Rule> NETWORK =
      List.of(
          new DuplicateNodeNameRule(),
          new DuplicatePoolNameRule(),
          new ReservedNodeNameRule(),
          new DataVmNameClashRule(),
          new DataVmNameLengthRule(),
          new DuplicateVmIdRule(),
          new DataVmIdClashRule(),
          new VmIdTooLargeRule(),
          new VmIdInOtherRangeRule(),
          new IdRangesOverlapRule(),
          new DuplicateMacRule(),
          new DuplicateWwnRule(),
          new DuplicateAddressRule(),
          new AddressOutsideSubnetRule(),
          new AddressNotHostRule(),
          new AddressIsGatewayRule(),
          new AddressIsVipRule(),
          new VipOutsideSubnetRule(),
          new VipIsGatewayRule(),
          new GatewayOutsideSubnetRule(),
          new GatewayMissingRule(),
          new DnsServersMissingRule(),
          new NetworksOverlapRule(),
          new PodCidrTooSmallRule(),
          new ServiceCidrTooLargeRule(),
          new EndpointMissingRule(),
          new EndpointNotHttpsRule(),
          new Ipv6EndpointRule(),
          new Ipv6ServerRule(),
          new ApiUrlNotHttpsRule(),
          new MixedMtuRule(),
          new ExtraNicSameSubnetRule(),
          new LinkDownRule(),
          new VlanTwiceRule(),
          new VlanAddressTwiceRule(),
          new VlanNotLetThroughRule(),
          new VlanMtuRule(),
          new VlanGatewayRule(),
          new NodeIpSubnetsRule());

  private static final List<Rule> MACHINES =
      List.of(
          new NoControlPlaneRule(),
          new EvenControlPlanesRule(),
          new ManyControlPlanesRule(),
          new NoWorkersRule(),
          new ControlPlanesPinnedTogetherRule(),
          new StartupOrderInvertedRule(),
          new VersionPairRule(),
          new TalosVersionUnknownRule(),
          new TalosVersionOldRule(),
          new VolumeNeedsNewerTalosRule(),
          new MemoryBelowMinimumRule(),
          new CoresBelowMinimumRule(),
          new DiskBelowImageRule(),
          new DiskBelowMinimumRule(),
          new PartitionsExceedDiskRule(),
          new EphemeralSizeRule(),
          new VolumeSizeMissingRule(),
          new VolumeSettingIgnoredRule(),
          new TooManyDisksRule(),
          new TooManyNicsRule(),
          new CpuTypeRule(),
          new IothreadRule(),
          new BalloonRule(),
          new BalloonAboveMemoryRule(),
          new MemoryHotplugRule(),
          new HugePagesRule(),
          new QueuesAboveCoresRule(),
          new QueuesModelRule(),
          new MachineUnknownRule(),
          new ArchitectureMachineRule(),
          new ArmFirmwareRule(),
          new ArmNeedsRootRule(),
          new SecureBootFirmwareRule(),
          new SecureBootKeysRule(),
          new SecureBootTpmRule(),
          new SecureBootEnrolmentRule(),
          new EfiWithSeabiosRule(),
          new TpmWithSeabiosRule(),
          new EncryptionTpmRule(),
          new EncryptionKmsRule(),
          new GpuPciAddressRule(),
          new GpuUnpinnedRule(),
          new GpuPoolRule(),
          new GpuPcieMachineRule(),
          new GpuHaRule(),
          new GpuExtensionRule(),
          new HaLocalStorageRule(),
          new DataVmHaRule(),
          new DataVmPartitionRule(),
          new AntiAffinityWithoutHaRule(),
          new AntiAffinityHostsRule(),
          new AgentExtensionRule(),
          new SchematicTwiceRule(),
          new TemplateIgnoredRule(),
          new LinkedCloneIgnoredRule(),
          new LinkedCloneStorageRule(),
          new RootOnlyOptionRule(),
          new UnknownOptionRule(),
          new OptionClashRule(),
          new BootOrderRule(),
          new KubeProxyOffRule(),
          new CniNoneRule(),
          new CloudProviderManifestsRule(),
          new RestrictedLabelRule());

  private static final List<ClustersRule> BETWEEN_CLUSTERS =
      List.of(
          new SameClusterNameRule(),
          new SameClusterUidRule(),
          new SharedVmIdRule(),
          new SharedNodeNameRule(),
          new SharedMacRule(),
          new SharedAddressRule(),
          new SharedAddressElsewhereRule(),
          new SharedOffsetsRule());

  private Rules() {}

  /** Returns the rules for one cluster, by the area in which they find mistakes. */
  public static Map<FindingArea, List<Rule>> inCluster() {
    return Map.of(FindingArea.NETWORK, NETWORK, FindingArea.MACHINES, MACHINES);
  }

  /** Returns the rules for clusters that are to exist side by side. */
  public static List<ClustersRule> betweenClusters() {
    return BETWEEN_CLUSTERS;
  }
}
