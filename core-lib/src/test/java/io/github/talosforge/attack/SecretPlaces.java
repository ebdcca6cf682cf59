package io.github.talosforge.attack;

import java.util.List;

/** Where a secret can stand; each {@code §} becomes one. */
final class SecretPlaces {
  /** In patches. */
  static final List<String> PATCHES =
      List.of(
          "machine: {install: {extraKernelArgs: ['my.param=§']}}",
          "machine: {install: {extraKernelArgs: ['talos.config=https://x.lan/?h=§']}}",
          "machine: {install: {extraKernelArgs: ['talos.logging.kernel=tcp://me:§@x.lan']}}",
          "machine: {env: {HTTP_PROXY: 'http://me:§@proxy.lan:3128'}}",
          "machine: {env: {HARMLESS: '§'}}",
          "machine: {files: [{path: /var/a, permissions: 0o600, op: create, content: '§'}]}",
          "machine: {registries: {config: {a.lan: {auth: {username: '§'}}}}}",
          "machine: {registries: {config: {b.lan: {auth: {password: '§'}}}}}",
          "machine: {registries: {config: {c.lan: {auth: {auth: '§'}}}}}",
          "machine: {registries: {config: {d.lan: {auth: {identityToken: '§'}}}}}",
          "machine: {registries: {mirrors: {docker.io: {endpoints: ['https://me:§@m.lan']}}}}",
          "machine: {registries: {mirrors: {'me:§@n.lan': {endpoints: ['https://m.lan']}}}}",
          "machine: {kubelet: {extraArgs: {apiKeyX: '§'}}}",
          "machine: {kubelet: {extraArgs: {pw: '§'}}}",
          "machine: {kubelet: {extraArgs: {config: '--password=§'}}}",
          "machine: {kubelet: {extraArgs: {config-b: 'https://x.lan/?a=§'}}}",
          "machine: {kubelet: {extraArgs: {config-c: '--token § --v=2'}}}",
          "machine: {kubelet: {extraArgs: {config-d: '{\"password\":\"§\"}'}}}",
          "machine: {nodeLabels: {example.org/token: '§'}}",
          "machine: {nodeAnnotations: {example.org/note: 'password=§'}}",
          "machine: {nodeAnnotations: {example.org/more: 'Bearer §=='}}",
          "machine: {sysctls: {kernel.secret: '§'}}",
          "machine: {udev: {rules: ['RUN+=\"/bin/x --password=§\"']}}",
          "machine: {sysfs: {a.token: '§'}}",
          "cluster: {inlineManifests: [{name: a, contents: '§'}]}",
          "cluster: {extraManifests: ['https://me:§@x.lan/m.yaml']}",
          "cluster: {extraManifests: ['https://x.lan/m.yaml?sig=§']}",
          "cluster: {extraManifestHeaders: {X-Any: '§'}}",
          "cluster: {apiServer: {extraArgs: {oidc-client-secret: '§'}}}",
          "cluster: {apiServer: {extraArgs: {etcd-servers-x: 'https://me:§@e.lan'}}}",
          "cluster: {apiServer: {env: {ANY: '§'}}}",
          "cluster: {controllerManager: {extraArgs: {cloud-token: '§'}}}",
          "cluster: {scheduler: {extraArgs: {authKey: '§'}}}",
          "cluster: {etcd: {extraArgs: {root-password: '§'}}}",
          "cluster: {etcd: {extraArgs: {name-x: 'AGE-SECRET-KEY-1§'}}}",
          "cluster: {etcd: {extraArgs: {name-y: 'ghp_§0123456789abcdef'}}}",
          "{apiVersion: v1alpha1, kind: ExtensionServiceConfig, name: ts, environment: ['A=§']}",
          "{apiVersion: v1alpha1, kind: ExtensionServiceConfig, name: cf,"
              + " configFiles: [{mountPath: /a, content: '§'}]}",
          "{apiVersion: v1alpha1, kind: KmsgLogConfig, name: k, url: 'tcp://me:§@l.lan:1'}");

  static final List<String> CLUSTER_KEYS =
      List.of(
          "kubelet: {extra_args: {my-password: '§'}}",
          "proxmox_vm_defaults: {description: 'password=§'}");

  /** Files that are refused, because of the secret or beside it. */
  static final List<String> REFUSED =
      List.of(
          "proxmox_api_url: 'https://me:§@pve.lan:8006'",
          "talos_factory_url: 'https://me:§@factory.lan'",
          "cluster_endpoint: 'https://me:§@k8s.lan'",
          "proxmox_token_secret: '§'",
          "vm_cores: 'password=§'",
          "dns_servers: ['https://me:§@dns.lan']",
          "machine_patches: {all: [{machine: {token: {a: '§'}}}]}",
          "machine_patches: {all: [{machine: {passwordd: '§'}}]}",
          "machine_patches: {all: [{machine: {kubelet: {extraArgs: 'password=§'}}}]}",
          "machine_patches: {all: ['machine: {token: §']}",
          "machine_patches: {all: [{machine: {ca: {key: ['§']}}}]}",
          "machine_patches: {all: [{machine: {env: ['§']}}]}",
          "registry_mirrors: {docker.io: 'password=§'}",
          "registry_mirrors: {ghcr.io: ['https://me:§@mirror.lan']}");

  /** What a server can say. */
  static final List<String> SAID =
      List.of(
          "no permission for https://me:§@x.lan",
          "login --password=§ failed",
          "token: §",
          "'password' => '§' is wrong",
          "PVEAPIToken=forge@pve!ci=§",
          "Bearer §0",
          "-----BEGIN PRIVATE KEY-----\\n§\\n-----END PRIVATE KEY-----",
          "{\"secret\":\"§\"}",
          "you sent TOKEN, that is PVEAPIToken=forge@pve!ci=§",
          "rootpw=§",
          "login --password 'two §' failed",
          "no https://me:it's§@x.lan");

  private SecretPlaces() {}
}
