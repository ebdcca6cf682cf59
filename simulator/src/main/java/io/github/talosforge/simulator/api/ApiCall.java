package io.github.talosforge.simulator.api;

import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One call of the API after routing, authentication and the check of its parameters.
 *
 * <p>Values are texts as they came in the form or query; a repeated parameter is one text with its
 * values separated by NUL, as Proxmox hands lists on.
 *
 * @param principal who calls
 * @param method the HTTP method
 * @param template the path template of the operation, for example {@code /nodes/{node}/qemu}
 * @param path the values of the template's parameters, decoded
 * @param parameters the request parameters in the order in which they came
 * @param upload the file of a multipart upload
 * @param now the time of the call
 */
public record ApiCall(
    Principal principal,
    String method,
    String template,
    Map<String, String> path,
    Map<String, String> parameters,
    @Nullable UploadedFile upload,
    Instant now) {
  private static final List<String> TRUE = List.of("1", "on", "yes", "true");

  /** Copies the maps and keeps their order. */
  public ApiCall {
    path = Collections.unmodifiableMap(new LinkedHashMap<>(path));
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
  }

  /**
   * A parameter of the path.
   *
   * @param name its name in the template
   * @return its value
   */
  public String path(String name) {
    return Objects.requireNonNull(path.get(name), () -> "{" + name + "} is not in " + template);
  }

  /**
   * The id of the VM in the path.
   *
   * @return {@code vmid}
   */
  public int vmid() {
    return Integer.parseInt(path("vmid"));
  }

  /**
   * Whether a parameter was given.
   *
   * @param name its name
   * @return whether it was
   */
  public boolean given(String name) {
    return parameters.containsKey(name);
  }

  /**
   * A parameter that may be missing.
   *
   * @param name its name
   * @return its value or null
   */
  public @Nullable String optional(String name) {
    return parameters.get(name);
  }

  /**
   * A parameter with a default.
   *
   * @param name its name
   * @param otherwise the value when it is missing
   * @return its value
   */
  public String text(String name, String otherwise) {
    return parameters.getOrDefault(name, otherwise);
  }

  /**
   * A parameter that Proxmox demands.
   *
   * @param name its name
   * @return its value
   * @throws ApiFailure when it is missing
   */
  public String required(String name) {
    String value = parameters.get(name);
    if (value == null) {
      throw ApiFailure.parameter(name, "property is missing and it is not optional");
    }
    return value;
  }

  /**
   * A number that may be missing.
   *
   * @param name its name
   * @param otherwise the value when it is missing
   * @return the number
   */
  public long number(String name, long otherwise) {
    String value = parameters.get(name);
    if (value == null) {
      return otherwise;
    }
    if (!value.matches("-?[0-9]{1,18}")) {
      throw ApiFailure.parameter(name, "type check ('integer') failed - got '" + value + "'");
    }
    return Long.parseLong(value);
  }

  /**
   * A boolean, false when it is missing.
   *
   * @param name its name
   * @return its value
   */
  public boolean flag(String name) {
    return flag(name, false);
  }

  /**
   * A boolean with a default.
   *
   * @param name its name
   * @param otherwise the value when it is missing
   * @return its value
   */
  public boolean flag(String name, boolean otherwise) {
    String value = parameters.get(name);
    return value == null ? otherwise : TRUE.contains(value.toLowerCase(Locale.ROOT));
  }

  /**
   * A list parameter, split as Proxmox splits lists.
   *
   * @param name its name
   * @return its entries, empty when it is missing
   */
  public List<String> list(String name) {
    return Arrays.stream(text(name, "").split("[,;\\s\\x00]+"))
        .filter(entry -> !entry.isEmpty())
        .toList();
  }
}
