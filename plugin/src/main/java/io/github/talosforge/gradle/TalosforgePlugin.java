package io.github.talosforge.gradle;

import org.gradle.api.Plugin;
import org.gradle.api.Project;

/** Adds the Talosforge tasks to a project. */
public abstract class TalosforgePlugin implements Plugin<Project> {
  @Override
  public void apply(Project project) {}
}
