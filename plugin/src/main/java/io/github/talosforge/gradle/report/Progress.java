package io.github.talosforge.gradle.report;

/** Shows how far changes are, while they run; called from several threads at once. */
public interface Progress extends AutoCloseable {
  /** Shows nothing. */
  Progress NONE =
      new Progress() {
        @Override
        public void reached(String subject, int percent) {}

        @Override
        public void ended(String subject) {}

        @Override
        public void close() {}
      };

  /**
   * Something got further.
   *
   * @param subject what
   * @param percent how far it is
   */
  void reached(String subject, int percent);

  /**
   * Something ended.
   *
   * @param subject what
   */
  void ended(String subject);

  /** Nothing is left to show. */
  @Override
  void close();
}
