package io.github.talosforge.conventions;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.objectweb.asm.commons.Remapper;

/**
 * Where classes of other libraries go. What is neither of the JDK nor of Gradle nor our own moves,
 * even if it is nowhere to be found: a library that looks for an optional one must not meet that of
 * another plugin.
 */
final class LibraryRelocation extends Remapper {
  /** Names may have a hole where a concatenation puts something. */
  private static final Pattern CLASS_NAME =
      Pattern.compile("[A-Za-z0-9_$]+([.][A-Za-z0-9_$\u0001]*)+");

  private static final Pattern PATH = Pattern.compile("/?[A-Za-z0-9_$-]+(/[A-Za-z0-9_$.-]*)+");
  private static final Set<String> GENERAL =
      Set.of("android", "com", "dev", "io", "javax", "net", "org");
  private static final String[] SHARED = {
    "java/", "org/gradle/", "groovy/", "org/slf4j/", "javax/inject/"
  };

  private final String own;
  private final String target;
  private final Set<String> packages = new TreeSet<>();
  private final Map<String, Boolean> moving = new HashMap<>();

  /**
   * Relocates into a package.
   *
   * @param own the path of our own package, with a slash at the end
   * @param target the path that others move to, with a slash at the end
   */
  LibraryRelocation(String own, String target) {
    this.own = own;
    this.target = target;
  }

  /** Tells of a class that a library brings: texts that begin with its package are names too. */
  void knows(String className) {
    for (int end = className.lastIndexOf('/'); end > 0; end = className.lastIndexOf('/', end - 1)) {
      String name = className.substring(0, end);
      if (!GENERAL.contains(name) && !own.startsWith(name + "/")) {
        packages.add(name);
      }
    }
  }

  boolean moves(String className) {
    return moving.computeIfAbsent(className, this::isForeign);
  }

  private boolean isForeign(String className) {
    if (className.startsWith(own) || !className.contains("/")) {
      return false;
    }
    for (String shared : SHARED) {
      if (className.startsWith(shared)) {
        return false;
      }
    }
    return ClassLoader.getPlatformClassLoader().getResource(className + ".class") == null;
  }

  @Override
  public String map(String className) {
    return moves(className) ? target + className : className;
  }

  /** Names of classes and paths of resources that a library keeps in texts. */
  @Override
  public Object mapValue(Object value) {
    return value instanceof String text ? text(text) : super.mapValue(value);
  }

  String text(String text) {
    if (CLASS_NAME.matcher(text).matches() && begins(text.replace('.', '/'))) {
      return target.replace('/', '.') + text;
    }
    if (PATH.matcher(text).matches()) {
      String path = text.startsWith("/") ? text.substring(1) : text;
      return begins(path) ? text.substring(0, text.length() - path.length()) + target + path : text;
    }
    return text;
  }

  private boolean begins(String path) {
    for (int end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      if (packages.contains(path.substring(0, end))) {
        return true;
      }
    }
    return false;
  }

  /** Returns where a file of a library goes. */
  String resource(String path) {
    return begins(path) ? target + path : path;
  }
}
