/** What makes a simulated Kubernetes cluster live: kubelets, controllers and the scheduler. */
@NullMarked
package io.github.talosforge.simulator.kubernetes.controller;

import org.jspecify.annotations.NullMarked;
