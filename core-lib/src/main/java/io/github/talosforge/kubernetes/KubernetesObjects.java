package io.github.talosforge.kubernetes;

import java.util.Optional;

/** Reads and writes objects of any kind; every method throws {@link KubernetesException}. */
public interface KubernetesObjects {

  /**
   * Reads an object.
   *
   * @param place where it is
   * @return the object, if it is there
   */
  Optional<ObjectTree> find(ObjectPlace place);

  /**
   * Adds an object. One that is there already is a {@linkplain KubernetesException#isConflict
   * conflict}.
   *
   * @param place where it is going to be
   * @param object the object
   * @return what the server made of it
   */
  ObjectTree create(ObjectPlace place, ObjectTree object);

  /**
   * Replaces the version of an object that was read. If somebody wrote another one meanwhile, that
   * is a {@linkplain KubernetesException#isConflict conflict}.
   *
   * @param place where it is
   * @param object the object, with the version that it replaces
   * @return what the server made of it
   */
  ObjectTree replace(ObjectPlace place, ObjectTree object);

  /**
   * Removes the version of an object that was read. If somebody wrote another one meanwhile, that
   * is a {@linkplain KubernetesException#isConflict conflict}.
   *
   * @param place where it is
   * @param object the object as it was read
   * @return whether it was there
   */
  boolean delete(ObjectPlace place, ObjectTree object);
}
