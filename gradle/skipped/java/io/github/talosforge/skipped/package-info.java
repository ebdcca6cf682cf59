/** What tests of every module tell about those of them that did not run. */
package io.github.talosforge.skipped;
