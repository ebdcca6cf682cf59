package io.github.talosforge.gradle.tasks;

import io.github.talosforge.credentials.CredentialsException;
import io.github.talosforge.gradle.connection.ConnectionException;
import io.github.talosforge.gradle.report.ClusterFailure;
import io.github.talosforge.image.ImageFactoryException;
import io.github.talosforge.operation.OperationException;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.redaction.TalosforgeException;
import io.github.talosforge.secrets.SecretsException;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** What can go wrong besides the files; each has its section in {@code docs/troubleshooting.md}. */
enum Trouble {
  /** What is said about the connection makes none. */
  SETTINGS,
  /** Proxmox VE is not reached. */
  CONNECTION,
  /** Proxmox VE is reached, but is not trusted. */
  CERTIFICATE,
  /** Proxmox VE does not know the token or the password. */
  TOKEN,
  /** The token may not do what is needed. */
  RIGHTS,
  /** Proxmox VE refused something else. */
  PROXMOX_VE,
  /** A plan does not hold, or must wait. */
  PLAN,
  /** A step that comes before was not taken. */
  ORDER_OF_TASKS,
  /** The Image Factory is not reached, or refused something. */
  IMAGE_FACTORY,
  /** A machine does not answer, or is not what it should be. */
  TALOS,
  /** The cluster's secrets cannot be used. */
  SECRETS,
  /** A kubeconfig or talosconfig cannot be read or written. */
  KUBECONFIG;

  private static final String DOCUMENT =
      "https://github.com/talosforge/talosforge/blob/main/docs/troubleshooting.md#";

  static Trouble of(RuntimeException failure) {
    if (failure instanceof ProxmoxException refused) {
      return of(refused.kind());
    }
    if (failure instanceof ConnectionException) {
      return SETTINGS;
    }
    if (failure instanceof ImageFactoryException) {
      return IMAGE_FACTORY;
    }
    if (failure instanceof SecretsException) {
      return SECRETS;
    }
    if (failure instanceof CredentialsException) {
      return KUBECONFIG;
    }
    if (failure instanceof TalosforgeException) {
      return TALOS;
    }
    throw failure;
  }

  /**
   * Tells whether a failure came from behind Proxmox VE: a machine, Kubernetes, or our own files.
   */
  static boolean isInside(TalosforgeException failure) {
    return !(failure instanceof ProxmoxException) && !(failure instanceof ImageFactoryException);
  }

  static Trouble of(ErrorKind kind) {
    return switch (kind) {
      case CONNECTION, HOST_UNREACHABLE, TIMEOUT, PROTOCOL, OUTCOME_UNKNOWN -> CONNECTION;
      case TRUST -> CERTIFICATE;
      case AUTHENTICATION -> TOKEN;
      case PERMISSION, ROOT_ONLY -> RIGHTS;
      default -> PROXMOX_VE;
    };
  }

  /**
   * Returns a failure as the console and the page tell it; what is told already, and a mistake of
   * ours, stays as it is.
   */
  static RuntimeException told(
      RuntimeException failure, Function<ProxmoxException, String> explanation) {
    if (failure instanceof ProxmoxException refused) {
      return of(failure).failure(explanation.apply(refused));
    }
    return failure instanceof ConnectionException || failure instanceof ImageFactoryException
        ? of(failure).failure(String.valueOf(failure.getMessage()))
        : failure;
  }

  /** Returns a refusal of the library, or its failure, as the console and the page tell it. */
  static ClusterFailure of(OperationException refused, UnaryOperator<String> shown) {
    String sentence = shown.apply(String.valueOf(refused.getMessage()));
    return switch (refused.kind()) {
      case FINDINGS, GOAL, CONFIRMATION, AUDIT, STOPPED -> ClusterFailure.because(sentence);
      case PLAN -> PLAN.failure(sentence);
      case SECRETS -> SECRETS.failure(sentence);
      case ORDER -> ORDER_OF_TASKS.failure(sentence);
      case UNFINISHED -> PROXMOX_VE.failure(sentence);
    };
  }

  String anchor() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Ends the task with what is to be told, and where to read on. */
  ClusterFailure failure(String told) {
    return ClusterFailure.because(told + "\n  " + DOCUMENT + anchor());
  }
}
