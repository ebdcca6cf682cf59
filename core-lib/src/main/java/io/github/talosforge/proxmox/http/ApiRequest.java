package io.github.talosforge.proxmox.http;

import io.github.talosforge.proxmox.Look;
import io.github.talosforge.proxmox.RequestSummary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One call of the API: immutable, each {@code with} returns a changed copy.
 *
 * <pre>{@code
 * ApiRequest.post("/nodes/{node}/qemu/{vmid}/clone", "pve1", 9000)
 *     .with("newid", 101)
 *     .with("full", true)
 *     .slowOn("pve1")
 *     .copyingTo("ceph")
 * }</pre>
 */
public final class ApiRequest {
  /** How long a call may take, all its retries included, unless it says otherwise. */
  public static final Duration DEFAULT_DEADLINE = Duration.ofSeconds(60);

  /** The methods that Proxmox knows. */
  public enum Method {
    /** Reads. */
    GET,
    /** Creates or starts. */
    POST,
    /** Changes. */
    PUT,
    /** Removes or aborts. */
    DELETE
  }

  /** Whether a call may be repeated without a thought. */
  public enum Effect {
    /** Changes nothing. */
    READ,
    /** Changes something, so it is repeated only if it certainly did not happen. */
    WRITE
  }

  /**
   * One parameter.
   *
   * @param name its name
   * @param value its value
   * @param secret whether the value must never be shown
   */
  public record Parameter(String name, String value, boolean secret) {
    @Override
    public String toString() {
      return name + "=" + (secret ? "***" : value);
    }
  }

  private final Method method;
  private final String path;
  private final List<Parameter> parameters;
  private final Effect effect;
  private final @Nullable String slowHost;
  private final @Nullable String copyStorage;
  private final @Nullable FilePart file;
  private final Duration deadline;
  private final OutcomeLookup lookup;
  private final @Nullable Look look;

  private ApiRequest(Draft draft) {
    this.method = draft.method;
    this.path = draft.path;
    this.parameters = List.copyOf(draft.parameters);
    this.effect = draft.effect;
    this.slowHost = draft.slowHost;
    this.copyStorage = draft.copyStorage;
    this.file = draft.file;
    this.deadline = draft.deadline;
    this.lookup = draft.lookup;
    this.look = draft.look;
  }

  /**
   * A call that reads.
   *
   * @param template the path below {@code /api2/json} with {@code {placeholders}}
   * @param arguments one for each placeholder, not yet encoded
   */
  public static ApiRequest get(String template, Object... arguments) {
    return new ApiRequest(new Draft(Method.GET, PathTemplate.fill(template, arguments)));
  }

  /** A call that creates or starts; see {@link #get} for the parameters. */
  public static ApiRequest post(String template, Object... arguments) {
    return new ApiRequest(new Draft(Method.POST, PathTemplate.fill(template, arguments)));
  }

  /** A call that changes; see {@link #get} for the parameters. */
  public static ApiRequest put(String template, Object... arguments) {
    return new ApiRequest(new Draft(Method.PUT, PathTemplate.fill(template, arguments)));
  }

  /** A call that destroys what cannot be made again; see {@link #get} for the parameters. */
  public static ApiRequest destroy(Look look, String template, Object... arguments) {
    return new ApiRequest(new Draft(Method.DELETE, PathTemplate.fill(template, arguments)))
        .after(look);
  }

  /** A call that takes back a setting, or aborts; see {@link #get} for the parameters. */
  public static ApiRequest delete(String template, Object... arguments) {
    return new ApiRequest(new Draft(Method.DELETE, PathTemplate.fill(template, arguments)));
  }

  /** Adds a parameter; the same name may come more than once. */
  public ApiRequest with(String name, String value) {
    return with(new Parameter(name, value, false));
  }

  /** Adds a number. */
  public ApiRequest with(String name, long value) {
    return with(name, Long.toString(value));
  }

  /** Adds a flag, as 1 or 0. */
  public ApiRequest with(String name, boolean value) {
    return with(name, value ? "1" : "0");
  }

  /** Adds all parameters in the order of the map. */
  public ApiRequest withAll(Map<String, String> values) {
    Draft draft = draft();
    values.forEach((name, value) -> draft.parameters.add(new Parameter(name, value, false)));
    return new ApiRequest(draft);
  }

  /** Adds a parameter if there is a value. */
  public ApiRequest withOptional(String name, Optional<String> value) {
    return value.map(text -> with(name, text)).orElse(this);
  }

  /** Adds a parameter whose value is never shown. */
  public ApiRequest withSecret(String name, String value) {
    return with(new Parameter(name, value, true));
  }

  /** Sends the parameters as a multipart form with this file. */
  public ApiRequest withFile(FilePart part) {
    Draft draft = draft();
    draft.file = part;
    return new ApiRequest(draft);
  }

  /** Declares that a POST or PUT changes nothing, as the guest agent's ping. */
  public ApiRequest readingOnly() {
    Draft draft = draft();
    draft.effect = Effect.READ;
    return new ApiRequest(draft);
  }

  /** Takes one of the host's few places for slow calls, until the task of the call ended. */
  public ApiRequest slowOn(String host) {
    Draft draft = draft();
    draft.slowHost = host;
    return new ApiRequest(draft);
  }

  /** Takes one of the storage's few places for full copies, until the task of the call ended. */
  public ApiRequest copyingTo(String storage) {
    Draft draft = draft();
    draft.copyStorage = storage;
    return new ApiRequest(draft);
  }

  /** Limits the call with all its retries; waiting for a free place does not count. */
  public ApiRequest within(Duration time) {
    Draft draft = draft();
    draft.deadline = time;
    return new ApiRequest(draft);
  }

  /** Finds out what became of the call if its answer gets lost. */
  public ApiRequest lookedUpBy(OutcomeLookup outcomeLookup) {
    Draft draft = draft();
    draft.lookup = outcomeLookup;
    return new ApiRequest(draft);
  }

  /** Looks directly before each time that the call is sent, within its places. */
  public ApiRequest after(Look lastLook) {
    Draft draft = draft();
    draft.look = lastLook;
    return new ApiRequest(draft);
  }

  Method method() {
    return method;
  }

  /** The path below {@code /api2/json}, its arguments encoded. */
  String path() {
    return path;
  }

  List<Parameter> parameters() {
    return parameters;
  }

  Effect effect() {
    return effect;
  }

  Optional<String> slowHost() {
    return Optional.ofNullable(slowHost);
  }

  Optional<String> copyStorage() {
    return Optional.ofNullable(copyStorage);
  }

  Optional<FilePart> file() {
    return Optional.ofNullable(file);
  }

  Duration deadline() {
    return deadline;
  }

  OutcomeLookup lookup() {
    return lookup;
  }

  Optional<Look> look() {
    return Optional.ofNullable(look);
  }

  RequestSummary summary() {
    return new RequestSummary(
        method.name(), path, parameters.stream().map(Parameter::toString).toList());
  }

  private ApiRequest with(Parameter parameter) {
    Draft draft = draft();
    draft.parameters.add(parameter);
    return new ApiRequest(draft);
  }

  private Draft draft() {
    Draft draft = new Draft(method, path);
    draft.parameters.addAll(parameters);
    draft.effect = effect;
    draft.slowHost = slowHost;
    draft.copyStorage = copyStorage;
    draft.file = file;
    draft.deadline = deadline;
    draft.lookup = lookup;
    draft.look = look;
    return draft;
  }

  @Override
  public String toString() {
    return summary() + " " + parameters;
  }

  private static final class Draft {
    private final Method method;
    private final String path;
    private final List<Parameter> parameters = new ArrayList<>();
    private Effect effect;
    private @Nullable String slowHost;
    private @Nullable String copyStorage;
    private @Nullable FilePart file;
    private Duration deadline = DEFAULT_DEADLINE;
    private OutcomeLookup lookup = OutcomeLookup.NONE;
    private @Nullable Look look;

    private Draft(Method method, String path) {
      this.method = method;
      this.path = path;
      this.effect = method == Method.GET ? Effect.READ : Effect.WRITE;
    }
  }
}
