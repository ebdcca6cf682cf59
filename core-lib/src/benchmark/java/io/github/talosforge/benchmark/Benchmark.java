package io.github.talosforge.benchmark;

import java.util.Map;

/** Measures one thing. */
interface Benchmark {

  /** Returns the name of the file that the figures go to, without its ending. */
  String name();

  /** Measures, and returns the figures by name; values are numbers, texts or such maps again. */
  Map<String, Object> measure();
}
