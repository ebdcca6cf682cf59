package io.github.talosforge.simulator.schema;

import io.github.talosforge.simulator.api.ApiFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** All operations that are known of one major version of Proxmox VE. */
public final class Schema {
  private final Map<String, OperationSchema> operations;
  private final ParameterCheck check;

  private Schema(Map<String, OperationSchema> operations, Map<String, PropertyFormat> properties) {
    this.operations = Collections.unmodifiableMap(new LinkedHashMap<>(operations));
    this.check = new ParameterCheck(new HashMap<>(properties));
  }

  /**
   * Reads the tables that come with the simulator.
   *
   * @param major 8 or 9
   * @return the operations of that version
   */
  public static Schema of(int major) {
    TableParser parser = new TableParser(major);
    parser.read("types.txt", resource("types.txt"));
    parser.read("operations.txt", resource("operations.txt"));
    return new Schema(parser.operations(), parser.properties());
  }

  /**
   * All operations.
   *
   * @return the operations
   */
  public Collection<OperationSchema> operations() {
    return operations.values();
  }

  /**
   * Finds an operation.
   *
   * @param method the HTTP method
   * @param template the path template
   * @return the operation, if this version has it
   */
  public Optional<OperationSchema> find(String method, String template) {
    return Optional.ofNullable(operations.get(method + " " + template));
  }

  /**
   * Checks the parameters of a call as Proxmox does.
   *
   * @param operation the operation
   * @param values the parameters, those of the path too; several values are separated by NUL
   * @throws ApiFailure with what is wrong, by parameter
   */
  public void check(OperationSchema operation, Map<String, String> values) {
    Map<String, String> errors = check.errors("", operation.parameters(), values);
    if (!errors.isEmpty()) {
      throw ApiFailure.parameters(errors);
    }
  }

  private static String resource(String name) {
    try (InputStream in = Schema.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("The simulator lacks its own file " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the simulator's own file " + name, e);
    }
  }
}
