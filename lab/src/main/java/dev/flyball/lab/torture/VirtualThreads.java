package dev.flyball.lab.torture;

import java.util.concurrent.ThreadFactory;

/** Virtual threads, by name, for a program built for Java 17. */
final class VirtualThreads {

  private static final int FIRST_RELEASE = 21;

  private VirtualThreads() {}

  static boolean exist() {
    return Runtime.version().feature() >= FIRST_RELEASE;
  }

  static ThreadFactory factory() {
    try {
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      return (ThreadFactory)
          Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("virtual threads must be there", e);
    }
  }
}
