package io.github.talosforge.finding;

/** Where findings arise; each area has a page of its own, on which its codes are explained. */
public enum FindingArea {
  /** Reading the files, and the machine config patches in them. */
  FILES("files"),
  /** Names, ids, addresses and networks, in one cluster or between several. */
  NETWORK("network"),
  /** The cluster's shape, its versions and what its machines are made of. */
  MACHINES("machines"),
  /** Laying a cluster out on what exists already. */
  LAYOUT("layout"),
  /** Comparing the files with the live system. */
  PLAN("plan"),
  /** Volumes, templates and images that nothing seems to use. */
  LEFTOVERS("leftovers"),
  /** Data VMs and volumes, and whatever destroys or rebuilds a VM. */
  DATA("data"),
  /** What is checked before the first write. */
  PREFLIGHT("preflight");

  private static final String PAGES =
      "https://github.com/talosforge/talosforge/blob/main/docs/findings/";

  private final String page;

  FindingArea(String page) {
    this.page = page;
  }

  /** Returns the name of the page's file, such as {@code files.md}. */
  public String page() {
    return page + ".md";
  }

  /** Returns the address of the page. */
  String address() {
    return PAGES + page();
  }
}
