package io.github.talosforge.proxmox.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.MissingPrivilege;
import io.github.talosforge.proxmox.ProxmoxCredentials;
import io.github.talosforge.proxmox.ProxmoxEndpoint;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.Upid;
import io.github.talosforge.redaction.Redaction;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Turns what a server or a task said into an exception that tells cause and next step. */
final class ServerErrors {
  private static final Pattern REFUSED_PRIVILEGE =
      Pattern.compile("\\((?<path>/[^,()]*), (?<privileges>[A-Z][A-Za-z.|, ]*)\\)");
  private static final Pattern REFUSED_TAG =
      Pattern.compile("(?<path>/), (?<privileges>Sys\\.Modify) for modifying tag");

  private final ProxmoxCredentials credentials;
  private final Redaction redaction;

  ServerErrors(ProxmoxCredentials credentials, Redaction redaction) {
    this.credentials = credentials;
    this.redaction = redaction;
  }

  /** An answer whose status is not a success. */
  ProxmoxException of(ApiRequest request, ProxmoxEndpoint endpoint, WireAnswer answer) {
    if (answer.isRedirect()) {
      return redirect(request, endpoint, answer);
    }
    Optional<JsonNode> body = Json.parse(answer.body());
    String text = shown(message(body, answer), request);
    Map<String, String> refused = refused(body, request);
    ErrorTable.Meaning meaning = meaning(answer.status(), text, refused);
    @Nullable MissingPrivilege privilege =
        meaning.kind() == ErrorKind.PERMISSION ? privilege(text).orElse(null) : null;
    return ProxmoxException.of(
            meaning.kind(), problem(request, endpoint, answer, text, refused, meaning))
        .suggestion(Suggestions.of(meaning, privilege, credentials, request.path()))
        .request(request.summary())
        .status(answer.status())
        .serverMessage(text)
        .parameterErrors(refused)
        .missingPrivilege(privilege)
        .outcomeUnknown(
            request.effect() == ApiRequest.Effect.WRITE && leavesDoubt(answer.status(), text))
        .build();
  }

  /** A task that ended with something else than OK. */
  ProxmoxException of(Upid upid, String exitStatus, List<String> log, boolean cancelled) {
    ErrorTable.Meaning meaning =
        ErrorTable.find(exitStatus).orElse(new ErrorTable.Meaning(ErrorKind.TASK_FAILED, ""));
    if (cancelled) {
      meaning = new ErrorTable.Meaning(ErrorKind.TASK_CANCELLED, "");
    }
    @Nullable MissingPrivilege privilege =
        meaning.kind() == ErrorKind.PERMISSION ? privilege(exitStatus).orElse(null) : null;
    return ProxmoxException.of(
            meaning.kind(),
            cancelled
                ? "Task " + upid.label() + " was cancelled: " + exitStatus
                : "Task " + upid.label() + " failed: " + exitStatus)
        .suggestion(Suggestions.of(meaning, privilege, credentials, "/nodes/" + upid.node()))
        .serverMessage(exitStatus)
        .missingPrivilege(privilege)
        .outcomeUnknown(
            meaning.kind() == ErrorKind.TASK_LOST || ErrorTable.cutOffUnderLock(exitStatus))
        .taskLog(log)
        .build();
  }

  private static String problem(
      ApiRequest request,
      ProxmoxEndpoint endpoint,
      WireAnswer answer,
      String text,
      Map<String, String> refused,
      ErrorTable.Meaning meaning) {
    String words = text.isEmpty() ? "status " + answer.status() : text;
    if (meaning.kind() == ErrorKind.AUTHENTICATION) {
      return endpoint + " refused the credentials: " + words;
    }
    if (meaning.kind() == ErrorKind.HOST_UNREACHABLE) {
      words = words + " (" + answer.status() + ", said by " + endpoint + ")";
    }
    String details =
        refused.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(each -> each.getKey() + ": " + each.getValue())
            .collect(Collectors.joining("; "));
    return request.summary() + " failed: " + (details.isEmpty() ? words : words + " " + details);
  }

  private static String message(Optional<JsonNode> body, WireAnswer answer) {
    String message = body.map(json -> json.path("message").asText("")).orElse("").strip();
    return (message.isEmpty() ? answer.reason() : message).replaceAll("\\s*\\R\\s*", " ");
  }

  /** Servers repeat what they refuse. */
  private String shown(String text, ApiRequest request) {
    Redaction sent = Redaction.opened();
    sent.learn(
        request.parameters().stream()
            .filter(ApiRequest.Parameter::secret)
            .map(ApiRequest.Parameter::value)
            .toList());
    return redaction.text(sent.text(text));
  }

  private Map<String, String> refused(Optional<JsonNode> body, ApiRequest request) {
    Map<String, String> errors = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> each :
        body.orElse(NullNode.getInstance()).path("errors").properties()) {
      errors.put(each.getKey(), shown(ServerText.line(each.getValue().asText().strip()), request));
    }
    return errors;
  }

  private static ErrorTable.Meaning meaning(int status, String text, Map<String, String> refused) {
    if (status == 401) {
      return new ErrorTable.Meaning(ErrorKind.AUTHENTICATION, "");
    }
    if (isGatewayFailure(status)) {
      return new ErrorTable.Meaning(ErrorKind.HOST_UNREACHABLE, "");
    }
    String everything = text + " " + String.join(" ", refused.values());
    return ErrorTable.find(everything.strip())
        .orElseGet(() -> new ErrorTable.Meaning(byStatus(status, refused), ""));
  }

  private static ErrorKind byStatus(int status, Map<String, String> refused) {
    if (status == 400 || !refused.isEmpty()) {
      return ErrorKind.PARAMETER;
    }
    return switch (status) {
      case 403 -> ErrorKind.PERMISSION;
      case 404 -> ErrorKind.NOT_FOUND;
      case 501 -> ErrorKind.NOT_IMPLEMENTED;
      default -> ErrorKind.SERVER;
    };
  }

  /** 595 to 599 come from Proxmox when it cannot ask another host, 502 to 504 from a proxy. */
  private static boolean isGatewayFailure(int status) {
    return (status >= 595 && status <= 599) || (status >= 502 && status <= 504);
  }

  private static boolean leavesDoubt(int status, String text) {
    return isGatewayFailure(status) || ErrorTable.cutOffUnderLock(text);
  }

  private static Optional<MissingPrivilege> privilege(String text) {
    for (Pattern pattern : List.of(REFUSED_PRIVILEGE, REFUSED_TAG)) {
      Matcher matcher = pattern.matcher(text);
      if (matcher.find()) {
        List<String> names =
            Arrays.stream(matcher.group("privileges").split("[|, ]+"))
                .filter(name -> name.indexOf('.') > 0)
                .toList();
        return Optional.of(new MissingPrivilege(matcher.group("path"), names));
      }
    }
    return Optional.empty();
  }

  private static ProxmoxException redirect(
      ApiRequest request, ProxmoxEndpoint endpoint, WireAnswer answer) {
    return ProxmoxException.of(
            ErrorKind.PROTOCOL,
            endpoint + " does not answer itself but redirects to '" + answer.location() + "'.")
        .suggestion(
            "Proxmox VE speaks https only: write https:// and the host's own port (8006) in the"
                + " endpoint.")
        .request(request.summary())
        .status(answer.status())
        .serverMessage(answer.reason())
        .build();
  }
}
