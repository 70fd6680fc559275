package dev.flyball.base;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** What a program built for Java 17 must ask by name: about virtual threads, and for them. */
public final class VirtualThreads {

  private static final @Nullable Method IS_VIRTUAL = lookUp();

  private VirtualThreads() {}

  public static boolean isVirtual(Thread thread) {
    if (IS_VIRTUAL == null) {
      return false; // before Java 21 there are none
    }
    try {
      return (boolean) IS_VIRTUAL.invoke(thread);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new LinkageError("Thread.isVirtual is public and throws nothing", e);
    }
  }

  /**
   * Makes virtual threads, or ordinary ones before Java 21. All bear the name. They inherit nothing
   * of the thread that happens to make them; their context class loader is that of the thread which
   * called this method.
   */
  public static ThreadFactory factory(String name) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    ThreadFactory bare = IS_VIRTUAL == null ? platform(name) : virtual(name);
    return task -> {
      Thread thread = bare.newThread(task);
      thread.setContextClassLoader(loader);
      return thread;
    };
  }

  private static ThreadFactory virtual(String name) {
    try {
      Class<?> builder = Class.forName("java.lang.Thread$Builder$OfVirtual");
      Object made = Thread.class.getMethod("ofVirtual").invoke(null);
      made = builder.getMethod("name", String.class).invoke(made, name);
      made = builder.getMethod("inheritInheritableThreadLocals", boolean.class).invoke(made, false);
      return (ThreadFactory) builder.getMethod("factory").invoke(made);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("Thread.ofVirtual is public and throws nothing", e);
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // back to normal, wherever it was inherited from
  private static ThreadFactory platform(String name) {
    return task -> {
      Thread thread = new Thread(null, task, name, 0, false);
      thread.setDaemon(false);
      thread.setPriority(Thread.NORM_PRIORITY);
      return thread;
    };
  }

  /** Whether this JDK has them; those of Java 19 and 20 were a preview, and throw when asked. */
  public static boolean exist() {
    return Runtime.version().feature() >= 21;
  }

  private static @Nullable Method lookUp() {
    if (!exist()) {
      return null;
    }
    try {
      return Thread.class.getMethod("isVirtual");
    } catch (NoSuchMethodException e) {
      throw new LinkageError("Thread.isVirtual is there since Java 21", e);
    }
  }
}
