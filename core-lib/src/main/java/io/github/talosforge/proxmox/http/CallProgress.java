package io.github.talosforge.proxmox.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.EventListener;

/** Watches one call to know afterwards whether the server can have seen all of the request. */
final class CallProgress extends EventListener {
  private volatile boolean connected;
  private volatile boolean sendingFailed;

  @Override
  public void connectionAcquired(Call call, Connection connection) {
    connected = true;
  }

  @Override
  public void requestFailed(Call call, IOException failure) {
    // A time-out may strike after the last byte was handed over, so it proves nothing.
    sendingFailed = !(failure instanceof InterruptedIOException);
  }

  WireFailure.Stage stage() {
    if (!connected) {
      return WireFailure.Stage.CONNECTING;
    }
    return sendingFailed ? WireFailure.Stage.SENDING : WireFailure.Stage.SENT;
  }
}
