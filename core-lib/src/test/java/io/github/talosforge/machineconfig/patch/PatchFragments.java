package io.github.talosforge.machineconfig.patch;

import java.util.List;

/** Small patches, which random ones are put together of. */
public final class PatchFragments {

  /**
   * A patch.
   *
   * @param since the first minor version that it is for
   * @param yaml its text
   */
  public record Fragment(int since, String yaml) {}

  private static final List<Fragment> ALL =
      List.of(
          since(
              9,
              """
          machine: {install: {disk: /dev/vdb, wipe: true}}
          """),
          since(
              9,
              """
          machine: {install: {disk: '', wipe: false}}
          """),
          since(
              9,
              """
          machine: {install: {diskSelector: {size: '>= 10GB', model: Q*}}}
          """),
          since(
              9,
              """
          machine: {certSANs: [a.example.org, b.example.org]}
          """),
          since(
              9,
              """
          machine: {certSANs: []}
          """),
          since(
              9,
              """
          machine: {sysctls: {vm.max_map_count: '262144', net.ipv4.ip_forward: 1}}
          """),
          since(
              9,
              """
          machine: {sysctls: {vm.max_map_count: '1'}}
          """),
          since(
              9,
              """
          machine: {sysctls: {vm.max_map_count: ''}}
          """),
          since(
              9,
              """
          machine: {nodeLabels: {a: b, empty: ''}}
          """),
          since(
              9,
              """
          machine: {nodeLabels: {a: ''}}
          """),
          since(
              9,
              """
          machine: {nodeLabels: {a: null, c: ~}}
          """),
          since(
              9,
              """
          machine: {nodeLabels: {a: {$patch: delete}}}
          """),
          since(
              9,
              """
          machine: {nodeLabels: {node.kubernetes.io/exclude-from-external-load-balancers: {$patch: delete}}}
          """),
          since(
              9,
              """
          machine: {nodeLabels: {$patch: delete}}
          """),
          since(
              9,
              """
          machine: {nodeLabels: {a: {$patch: delete}, z: y}}
          """),
          since(
              9,
              """
          machine: {network: {nameservers: [1.1.1.1]}}
          """),
          since(
              9,
              """
          machine: {network: {nameservers: {$patch: delete}}}
          """),
          since(
              9,
              """
          machine: {network: {searchDomains: [example.org], extraHostEntries: [{ip: 10.0.0.1, aliases: [x, y]}]}}
          """),
          since(
              9,
              """
          machine: {network: {interfaces: [{interface: eth1, addresses: [10.9.0.1/24], mtu: 1500}]}}
          """),
          since(
              9,
              """
          machine: {network: {interfaces: [{interface: eth1, addresses: [10.9.0.2/24], mtu: 0, dhcp: true}]}}
          """),
          since(
              9,
              """
          machine: {network: {interfaces: [{interface: eth1, vlans: [{vlanId: 7, addresses: [10.7.0.1/24]}]}]}}
          """),
          since(
              9,
              """
          machine: {network: {interfaces: [{interface: eth1, vlans: [{vlanId: 7, mtu: 1400, dhcp: false}, {vlanId: 8, dhcp: true}]}]}}
          """),
          since(
              9,
              """
          machine: {network: {interfaces: [{interface: eth1, $patch: delete}]}}
          """),
          since(
              9,
              """
          machine: {network: {interfaces: [{deviceSelector: {hardwareAddr: 'bc:24:11:00:01:01'}, mtu: 9000}]}}
          """),
          since(
              9,
              """
          machine: {network: {interfaces: [{deviceSelector: {hardwareAddr: 'bc:24:11:00:01:01', busPath: ''}, routes: [{network: 10.0.0.0/8, gateway: 192.168.22.2, metric: 5}]}]}}
          """),
          since(
              9,
              """
          machine: {network: {interfaces: [{deviceSelector: {hardwareAddr: 'bc:24:11:00:01:01', physical: true}, mtu: 1400}]}}
          """),
          since(
              9,
              """
          machine: {network: {interfaces: [{deviceSelector: {driver: virtio_net}, dhcp: true}]}}
          """),
          since(
              9,
              """
          machine: {kubelet: {extraArgs: {v: '4', max-pods: 110}}}
          """),
          since(
              9,
              """
          machine: {kubelet: {extraArgs: {v: ''}}}
          """),
          since(
              9,
              """
          machine: {kubelet: {extraArgs: {v: {$patch: delete}}}}
          """),
          since(
              9,
              """
          machine: {kubelet: {extraConfig: {maxPods: 100, featureGates: {A: true}, list: [1, 2]}}}
          """),
          since(
              9,
              """
          machine: {kubelet: {extraConfig: {maxPods: 0, featureGates: {A: false, B: true}, list: [3]}}}
          """),
          since(
              9,
              """
          machine: {kubelet: {extraConfig: {maxPods: text}}}
          """),
          since(
              9,
              """
          machine: {kubelet: {extraConfig: {featureGates: {A: {$patch: delete}}}}}
          """),
          since(
              9,
              """
          machine: {kubelet: {extraMounts: [{destination: /a, type: bind, source: /a, options: [bind]}], nodeIP: {validSubnets: [10.0.0.0/8]}}}
          """),
          since(
              9,
              """
          machine: {kubelet: {image: 'ghcr.io/siderolabs/kubelet:v1.30.0', defaultRuntimeSeccompProfileEnabled: false}}
          """),
          since(
              9,
              """
          machine: {files: [{content: a, path: /var/a, op: create, permissions: 0o644}]}
          """),
          since(
              9,
              """
          machine: {files: [{content: b, path: /var/b, op: create}]}
          """),
          since(
              9,
              """
          machine: {files: [{path: /var/a, $patch: delete}]}
          """),
          since(
              9,
              """
          machine: {time: {disabled: true, servers: [ntp.example.org], bootTimeout: 2m0s}}
          """),
          since(
              9,
              """
          machine: {time: {bootTimeout: 0s, disabled: false}}
          """),
          since(
              9,
              """
          machine: {time: {$patch: delete}}
          """),
          since(
              9,
              """
          machine: {kernel: {modules: [{name: nvidia, parameters: [a=b]}, {name: zfs}]}}
          """),
          since(
              9,
              """
          machine: {kernel: {modules: [{name: zfs, $patch: delete}]}}
          """),
          since(
              9,
              """
          machine: {env: {A: b}, udev: {rules: ['SUBSYSTEM=="x"']}, seccompProfiles: [{name: a.json, value: {defaultAction: SCMP_ACT_LOG}}]}
          """),
          since(
              9,
              """
          machine: {registries: {mirrors: {ghcr.io: {endpoints: ['https://a.example.org'], overridePath: true}}}}
          """),
          since(
              9,
              """
          machine: {registries: {mirrors: {ghcr.io: {endpoints: ['https://b.example.org'], skipFallback: true}}, config: {ghcr.io: {tls: {insecureSkipVerify: true}, auth: {username: u, password: p}}}}}
          """),
          since(
              9,
              """
          machine: {registries: {mirrors: {ghcr.io: {$patch: delete}}}}
          """),
          since(
              9,
              """
          machine: {features: {kubePrism: {enabled: false, port: 0}, hostDNS: {forwardKubeDNSToHost: false}}}
          """),
          since(
              9,
              """
          machine: {features: {kubernetesTalosAPIAccess: {enabled: true, allowedRoles: ['os:reader'], allowedKubernetesNamespaces: [kube-system]}}}
          """),
          since(
              9,
              """
          machine: {pods: [{apiVersion: v1, kind: Pod, metadata: {name: x}}]}
          """),
          since(
              9,
              """
          machine: {ca: {crt: bmV3}}
          """),
          since(
              9,
              """
          machine: {token: ''}
          """),
          since(
              9,
              """
          machine: {token: abcdef.0123456789abcdef}
          cluster: {clusterName: other}
          """),
          since(
              9,
              """
          cluster: {network: {podSubnets: [10.1.0.0/16], serviceSubnets: [10.2.0.0/16, 'fd00::/112']}}
          """),
          since(
              9,
              """
          cluster: {network: {podSubnets: []}}
          """),
          since(
              9,
              """
          cluster: {network: {cni: {name: custom, urls: ['https://a.example.org']}}}
          """),
          since(
              9,
              """
          cluster: {network: {cni: {urls: ['https://b.example.org']}}}
          """),
          since(
              9,
              """
          cluster: {network: {cni: {$patch: delete}}}
          """),
          since(
              9,
              """
          cluster: {network: {dnsDomain: k8s.local}}
          """),
          since(
              9,
              """
          cluster: {discovery: {enabled: false, registries: {service: {disabled: true, endpoint: 'https://d.example.org/'}}}}
          """),
          since(
              9,
              """
          cluster: {discovery: {$patch: delete}}
          """),
          since(
              9,
              """
          cluster: {externalCloudProvider: {enabled: false, manifests: ['https://x.example.org/a.yaml']}}
          """),
          since(
              9,
              """
          cluster: {controlPlane: {endpoint: 'https://new.example.org:443'}}
          """),
          since(
              9,
              """
          cluster: {coreDNS: {disabled: true}, extraManifestHeaders: {a: b}}
          """),
          since(
              9,
              """
          cluster: {allowSchedulingOnControlPlanes: true}
          """),
          since(
              9,
              """
          cluster: {allowSchedulingOnControlPlanes: false}
          """),
          since(
              9,
              """
          cluster: {extraManifests: ['https://a.example.org/1.yaml'], inlineManifests: [{name: ns, contents: 'apiVersion: v1'}]}
          """),
          since(
              9,
              """
          cluster: {inlineManifests: [{name: ns, $patch: delete}]}
          """),
          since(
              9,
              """
          cluster: {apiServer: {extraArgs: {v: '2'}, certSANs: [c.example.org], env: {X: y}}}
          """),
          since(
              9,
              """
          cluster: {apiServer: {admissionControl: [{name: PodSecurity, configuration: {defaults: {enforce: privileged}, exemptions: {namespaces: [rook]}}}]}}
          """),
          since(
              9,
              """
          cluster: {apiServer: {admissionControl: [{name: EventRateLimit, configuration: {kind: Configuration}}]}}
          """),
          since(
              9,
              """
          cluster: {apiServer: {admissionControl: {$patch: delete}}}
          """),
          since(
              9,
              """
          cluster: {apiServer: {admissionControl: [{name: PodSecurity, $patch: delete}]}}
          """),
          since(
              9,
              """
          cluster: {apiServer: {auditPolicy: {apiVersion: audit.k8s.io/v1, kind: Policy, rules: [{level: None}]}}}
          """),
          since(
              9,
              """
          cluster: {apiServer: {auditPolicy: {$patch: delete}}}
          """),
          since(
              9,
              """
          cluster: {etcd: {extraArgs: {election-timeout: '5000'}, advertisedSubnets: [10.0.0.0/8]}}
          """),
          since(
              9,
              """
          cluster: {scheduler: {config: {profiles: [{schedulerName: a}]}, extraVolumes: [{hostPath: /a, mountPath: /b, readonly: true}]}}
          """),
          since(
              9,
              """
          cluster: {scheduler: {config: {profiles: [{schedulerName: b}]}}}
          """),
          since(
              9,
              """
          cluster: {proxy: {disabled: true, mode: ipvs}}
          """),
          since(
              9,
              """
          cluster: {proxy: {disabled: false, mode: ''}}
          """),
          since(
              9,
              """
          cluster: {nonsense: true}
          """),
          since(
              9,
              """
          machine: {network: {interfaces: [{interfaces: eth0}]}}
          """),
          since(
              9,
              """
          machine: {certSANs: text}
          """),
          since(
              9,
              """
          machine: {install: {wipe: maybe}}
          """),
          since(
              9,
              """
          machine: {network: {kubespan: {enabled: true}}}
          """),
          since(
              9,
              """
          machine: {acceptedCAs: [{crt: YQ==}]}
          """),
          since(
              9,
              """
          apiVersion: v1alpha1
          kind: ExtensionServiceConfig
          name: nut
          configFiles: [{content: a, mountPath: /a}]
          environment: [A=b]
          """),
          since(
              9,
              """
          apiVersion: v1alpha1
          kind: ExtensionServiceConfig
          name: nut
          configFiles: [{content: b, mountPath: /a}, {content: c, mountPath: /c}]
          """),
          since(
              9,
              """
          apiVersion: v1alpha1
          kind: ExtensionServiceConfig
          name: nut
          $patch: delete
          """),
          since(
              9,
              """
          apiVersion: v1alpha1
          kind: ExtensionServiceConfig
          name: other
          environment: [X=y]
          ---
          machine: {env: {TWO: docs}}
          """),
          since(
              9,
              """
          apiVersion: v1alpha1
          kind: NetworkDefaultActionConfig
          ingress: block
          """),
          since(
              9,
              """
          apiVersion: v1alpha1
          kind: NetworkRuleConfig
          name: r
          portSelector: {ports: [1-2, 5], protocol: tcp}
          ingress: [{subnet: 10.0.0.0/8}]
          """),
          since(
              9,
              """
          apiVersion: v1alpha1
          kind: NetworkRuleConfig
          name: r
          portSelector: {ports: [9]}
          ingress: [{subnet: 11.0.0.0/8}]
          """),
          since(
              9,
              """
          apiVersion: v1alpha1
          kind: WatchdogTimerConfig
          device: /dev/watchdog0
          timeout: 2m
          """),
          since(
              9,
              """
          apiVersion: v1alpha1
          kind: KmsgLogConfig
          name: k
          url: 'tcp://a:1'
          """),
          since(
              9,
              """
          kind: KmsgLogConfig
          name: k
          """),
          since(
              9,
              """
          apiVersion: v1alpha1
          kind: NoSuchConfig
          """),
          since(
              9,
              """
          machine: {env: {A: b}}
          ---
          cluster: {clusterName: twice}
          """),
          since(
              9,
              """
          machine: {network: {interfaces: [{interface: eth1, addresses: {$patch: delete}}]}}
          """),
          since(
              10,
              """
          apiVersion: v1alpha1
          kind: UserVolumeConfig
          name: u
          provisioning: {diskSelector: {match: '!system_disk'}, minSize: 1GiB, maxSize: 2GiB}
          filesystem: {type: ext4}
          """),
          since(
              10,
              """
          apiVersion: v1alpha1
          kind: EthernetConfig
          name: eth0
          rings: {rx: 16}
          features: {tx: true}
          """),
          since(
              10,
              """
          apiVersion: v1alpha1
          kind: EthernetConfig
          name: eth0
          rings: {rx: 0, tx: 4}
          features: {tx: false}
          """),
          since(
              12,
              """
          apiVersion: v1alpha1
          kind: HostnameConfig
          hostname: renamed
          """),
          since(
              12,
              """
          apiVersion: v1alpha1
          kind: HostnameConfig
          auto: 'off'
          """),
          since(
              12,
              """
          apiVersion: v1alpha1
          kind: HostnameConfig
          hostname: {$patch: delete}
          auto: stable
          """),
          since(
              12,
              """
          apiVersion: v1alpha1
          kind: HostnameConfig
          $patch: delete
          """),
          since(
              12,
              """
          apiVersion: v1alpha1
          kind: RegistryMirrorConfig
          name: docker.io
          endpoints: [{url: 'https://c.example.org', overridePath: true}]
          skipFallback: true
          """),
          since(
              12,
              """
          apiVersion: v1alpha1
          kind: RegistryMirrorConfig
          name: docker.io
          endpoints: [{url: 'https://d.example.org'}]
          """),
          since(
              12,
              """
          apiVersion: v1alpha1
          kind: LinkConfig
          name: eth5
          mtu: 1400
          addresses: [{address: 10.5.0.1/24}]
          """),
          since(
              12,
              """
          apiVersion: v1alpha1
          kind: LinkConfig
          name: eth5
          up: true
          addresses: [{address: 10.6.0.1/24}]
          """),
          since(
              12,
              """
          apiVersion: v1alpha1
          kind: LinkConfig
          name: eth5
          addresses: [{address: 10.5.0.1/24, $patch: delete}]
          """),
          since(
              12,
              """
          apiVersion: v1alpha1
          kind: ResolverConfig
          nameservers: [{address: 1.1.1.1}]
          searchDomains: {domains: [a.example.org], disableDefault: true}
          """),
          since(
              12,
              """
          apiVersion: v1alpha1
          kind: ResolverConfig
          nameservers: [{address: 8.8.8.8}]
          searchDomains: {disableDefault: false}
          """),
          since(
              13,
              """
          cluster: {apiServer: {extraArgs: {list: [a, b]}}}
          """),
          since(
              13,
              """
          apiVersion: v1alpha1
          kind: EnvironmentConfig
          variables: {A: b}
          """));

  private PatchFragments() {}

  /** Returns those for a minor version. */
  public static List<String> of(int minor) {
    return ALL.stream().filter(fragment -> fragment.since() <= minor).map(Fragment::yaml).toList();
  }

  private static Fragment since(int minor, String yaml) {
    return new Fragment(minor, yaml);
  }
}
