package io.github.talosforge.talos.grpc;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;

/** Decides whether a machine is the one that was meant. */
@FunctionalInterface
interface Judge {
  /** Throws if the machine is not the one that was meant. */
  void judge(X509Certificate[] chain) throws CertificateException;
}
