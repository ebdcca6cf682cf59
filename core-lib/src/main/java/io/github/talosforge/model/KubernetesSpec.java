package io.github.talosforge.model;

import java.net.URI;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The Kubernetes cluster.
 *
 * @param version the Kubernetes version
 * @param cni the pod network
 * @param kubeProxy whether kube-proxy runs
 * @param scheduleOnControlPlanes whether workloads may run on control planes
 * @param certSans more names and addresses for the API server's certificate
 * @param kubelet the kubelet's settings
 * @param externalCloudProvider whether nodes wait for a cloud controller manager
 * @param cloudProviderManifests the manifests that install it
 * @param extraManifests manifests that Talos fetches and applies
 * @param inlineManifests manifests by name
 */
public record KubernetesSpec(
    KubernetesVersion version,
    Cni cni,
    boolean kubeProxy,
    boolean scheduleOnControlPlanes,
    List<String> certSans,
    KubeletSpec kubelet,
    boolean externalCloudProvider,
    List<URI> cloudProviderManifests,
    List<URI> extraManifests,
    Map<String, String> inlineManifests) {

  /** Keeps own copies of the collections. */
  public KubernetesSpec {
    certSans = List.copyOf(certSans);
    cloudProviderManifests = List.copyOf(cloudProviderManifests);
    extraManifests = List.copyOf(extraManifests);
    inlineManifests = Collections.unmodifiableSortedMap(new TreeMap<>(inlineManifests));
  }

  /** The pod network. */
  public enum Cni {
    /** Talos' own. */
    FLANNEL,
    /** Nothing: the user installs one. */
    NONE,
    /** Cilium. */
    CILIUM
  }
}
