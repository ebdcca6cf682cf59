package io.github.talosforge.lock;

/** Whether the cluster's API can answer, as its machines look. */
public enum ApiOutlook {
  /** It can, so its silence may be another run's restart. */
  MAY_ANSWER,
  /** No etcd was begun, so there is nothing yet that a Lease could be in. */
  NO_ETCD,
  /** Too few control planes run for etcd to take a Lease from anybody. */
  NO_QUORUM
}
