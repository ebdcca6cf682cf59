package io.github.talosforge.doctor;

import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one call; one that is refused hides no other.
 *
 * @param call what was asked, for people
 * @param took how long it took
 * @param told what was told; null if nothing was
 * @param failure why nothing was told; null if something was
 * @param <T> what is asked for
 */
record Answer<T>(String call, Duration took, @Nullable T told, @Nullable ProxmoxException failure) {

  Optional<T> value() {
    return Optional.ofNullable(told);
  }

  /** Returns why nothing was told, if that is no matter of rights. */
  Optional<ProxmoxException> silence() {
    return Optional.ofNullable(failure).filter(why -> why.kind() != ErrorKind.PERMISSION);
  }
}
