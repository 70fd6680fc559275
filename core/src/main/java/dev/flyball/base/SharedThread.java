package dev.flyball.base;

import java.security.AccessController;
import java.security.PrivilegedAction;

/**
 * A maker of threads that serve the whole process, and so outlive the code that needs them first.
 *
 * <p>Such a thread keeps nothing of the thread that makes it: no class loader, no thread-locals,
 * and, before Java 24, no access control context. Each of them would keep a web application in
 * memory that was undeployed long ago.
 */
final class SharedThread {

  private SharedThread() {}

  /** Makes a thread that is not started. */
  @SuppressWarnings("removal") // before Java 24 nothing else makes a thread forget the callers
  static Thread of(String name, boolean daemon, Runnable work) {
    Thread thread =
        AccessController.doPrivileged(
            (PrivilegedAction<Thread>) () -> new Thread(null, work, name, 0, false));
    thread.setDaemon(daemon);
    thread.setContextClassLoader(null);
    return thread;
  }
}
