package io.github.talosforge.simulator.talos;

import io.github.talosforge.simulator.talos.pki.Identity;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.List;

/** Opens the ports of nodes. Called inside of the world's lock. */
public interface Doors {
  /** The port of one node. */
  interface Door extends AutoCloseable {
    /**
     * Where it listens.
     *
     * @return a loopback socket
     */
    InetSocketAddress address();

    /**
     * Answers everybody.
     *
     * @param identity the node's certificate
     */
    void maintenance(Identity identity);

    /**
     * Answers whoever has a client certificate.
     *
     * @param identity the node's certificate
     * @param authorities the CAs of clients
     */
    void secure(Identity identity, List<X509Certificate> authorities);

    /** Answers nobody until it opens again; calls under way still get their answer. */
    void shut();

    /** Cuts everything off and lets go of the port. */
    @Override
    void close();
  }

  /**
   * Takes a port for a node; nobody is answered yet.
   *
   * @param machine the node
   * @param bind where to listen
   * @return the shut door
   */
  Door open(Machine machine, InetSocketAddress bind);
}
