package dev.flyball.lab.database;

/** The way a MariaDB server gives its connections threads. */
public enum ThreadHandling {
  /** A thread pool of groups, whose number can be changed while the server runs. */
  POOL_OF_THREADS("pool-of-threads"),
  /** A thread for each connection: nothing there to size. */
  ONE_THREAD_PER_CONNECTION("one-thread-per-connection");

  private final String option;

  ThreadHandling(String option) {
    this.option = option;
  }

  /** The value of the server's option {@code thread_handling}. */
  String option() {
    return option;
  }
}
