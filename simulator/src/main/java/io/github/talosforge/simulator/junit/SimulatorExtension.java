package io.github.talosforge.simulator.junit;

import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.SimulatorBuilder;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Starts a simulator and hands it to tests as a parameter. Registered in a static field or with
 * {@code @ExtendWith} it is one for the whole class, registered in an instance field one for each
 * test.
 */
public final class SimulatorExtension
    implements BeforeAllCallback,
        AfterAllCallback,
        BeforeEachCallback,
        AfterEachCallback,
        ParameterResolver {
  private final UnaryOperator<SimulatorBuilder> settings;
  private @Nullable Simulator simulator;
  private boolean forClass;

  /** A simulator with three hosts. */
  public SimulatorExtension() {
    this(builder -> builder.hosts(3));
  }

  private SimulatorExtension(UnaryOperator<SimulatorBuilder> settings) {
    this.settings = settings;
  }

  /**
   * A simulator of your own.
   *
   * @param settings changes the builder
   * @return the extension
   */
  public static SimulatorExtension with(UnaryOperator<SimulatorBuilder> settings) {
    return new SimulatorExtension(settings);
  }

  /**
   * The simulator of the current test.
   *
   * @return the simulator
   */
  public Simulator simulator() {
    if (simulator == null) {
      throw new IllegalStateException("The simulator only runs while a test runs.");
    }
    return simulator;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    forClass = true;
    simulator = settings.apply(Simulator.builder()).start();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    stop();
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    if (!forClass) {
      simulator = settings.apply(Simulator.builder()).start();
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    if (!forClass) {
      stop();
    }
  }

  private void stop() {
    if (simulator != null) {
      simulator.close();
      simulator = null;
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Simulator.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return simulator();
  }
}
