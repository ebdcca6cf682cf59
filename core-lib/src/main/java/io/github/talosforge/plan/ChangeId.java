package io.github.talosforge.plan;

/**
 * The name of a change within its plan, the same in every run that plans the same change.
 *
 * @param value the name, such as {@code create/cp-1} or {@code grow/cp-1/scsi0}
 */
public record ChangeId(String value) implements Comparable<ChangeId> {

  static ChangeId of(String verb, Object... parts) {
    StringBuilder name = new StringBuilder(verb);
    for (Object part : parts) {
      name.append('/').append(part);
    }
    return new ChangeId(name.toString());
  }

  @Override
  public int compareTo(ChangeId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
