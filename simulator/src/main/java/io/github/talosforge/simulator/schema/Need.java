package io.github.talosforge.simulator.schema;

import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.Principal;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a caller must hold before an operation looks at anything else. */
sealed interface Need {
  /**
   * Refuses callers who do not hold it, with the text that Proxmox gives.
   *
   * @param principal who calls
   * @param values the parameters, of the path too
   */
  void demand(Principal principal, Map<String, String> values);

  /**
   * Privileges on a path.
   *
   * @param path the path, with parameters in braces
   * @param privileges the privileges
   * @param any whether one of them is enough
   */
  record Held(String path, List<String> privileges, boolean any) implements Need {
    private static final Pattern PARAMETER = Pattern.compile("\\{([^}]+)}");

    public Held {
      privileges = List.copyOf(privileges);
    }

    @Override
    public void demand(Principal principal, Map<String, String> values) {
      String where = filled(values);
      if (where == null) {
        throw ApiFailure.of(403, "Permission check failed");
      }
      if (any) {
        demandOne(principal, where);
      } else {
        demandAll(principal, where);
      }
    }

    private void demandOne(Principal principal, String where) {
      if (privileges.stream().noneMatch(privilege -> principal.has(where, privilege))) {
        throw ApiFailure.denied(where, String.join("|", privileges));
      }
    }

    private void demandAll(Principal principal, String where) {
      for (String privilege : privileges) {
        if (!principal.has(where, privilege)) {
          throw ApiFailure.denied(where, privilege);
        }
      }
    }

    private @Nullable String filled(Map<String, String> values) {
      Matcher matcher = PARAMETER.matcher(path);
      StringBuilder filled = new StringBuilder();
      while (matcher.find()) {
        String value = values.get(matcher.group(1));
        if (value == null) {
          return null;
        }
        matcher.appendReplacement(filled, Matcher.quoteReplacement(value));
      }
      return matcher.appendTail(filled).toString();
    }
  }

  /**
   * All of several.
   *
   * @param parts the parts
   */
  record All(List<Need> parts) implements Need {
    public All {
      parts = List.copyOf(parts);
    }

    @Override
    public void demand(Principal principal, Map<String, String> values) {
      parts.forEach(part -> part.demand(principal, values));
    }
  }

  /**
   * One of several.
   *
   * @param parts the parts
   */
  record OneOf(List<Need> parts) implements Need {
    public OneOf {
      parts = List.copyOf(parts);
    }

    @Override
    public void demand(Principal principal, Map<String, String> values) {
      if (parts.stream().noneMatch(part -> holds(part, principal, values))) {
        throw ApiFailure.of(403, "Permission check failed");
      }
    }

    private static boolean holds(Need part, Principal principal, Map<String, String> values) {
      try {
        part.demand(principal, values);
        return true;
      } catch (ApiFailure denied) {
        return false;
      }
    }
  }
}
