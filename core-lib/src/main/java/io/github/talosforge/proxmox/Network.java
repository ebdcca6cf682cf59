package io.github.talosforge.proxmox;

import java.util.List;

/** The networks that VMs of a host can be plugged into. */
public interface Network {
  /**
   * Lists bridges, Open vSwitch bridges and vnets of the host; those that the client may not use
   * are left out silently.
   *
   * @return what can stand as the bridge of a network card
   */
  List<Bridge> bridges();

  /**
   * Lists the virtual networks of the cluster; those that the client may not audit are left out
   * silently.
   *
   * @return the vnets
   */
  List<Vnet> vnets();
}
