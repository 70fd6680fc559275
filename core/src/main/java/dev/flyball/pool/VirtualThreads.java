package dev.flyball.pool;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** The one question about virtual threads that a program built for Java 17 must ask by name. */
final class VirtualThreads {

  private static final @Nullable Method IS_VIRTUAL = lookUp();

  private VirtualThreads() {}

  static boolean isVirtual(Thread thread) {
    if (IS_VIRTUAL == null) {
      return false; // before Java 21 there are none
    }
    try {
      return (boolean) IS_VIRTUAL.invoke(thread);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new LinkageError("Thread.isVirtual is public and throws nothing", e);
    }
  }

  private static @Nullable Method lookUp() {
    try {
      return Thread.class.getMethod("isVirtual");
    } catch (NoSuchMethodException e) {
      return null;
    }
  }
}
