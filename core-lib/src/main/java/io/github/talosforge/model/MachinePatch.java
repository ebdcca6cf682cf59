package io.github.talosforge.model;

/**
 * A strategic merge patch for Talos machine configs.
 *
 * @param content the patch, a map or the text of one or more documents
 * @param origin who wants it
 */
public record MachinePatch(FreeYaml content, Origin origin) {}
