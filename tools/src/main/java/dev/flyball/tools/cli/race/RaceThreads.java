package dev.flyball.tools.cli.race;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The threads that a race's runs are done by: daemons, for a race told to stop waits for none. */
final class RaceThreads {

  private RaceThreads() {}

  static ExecutorService asManyAsProcessors() {
    return of(Runtime.getRuntime().availableProcessors());
  }

  static ExecutorService of(int threads) {
    return Executors.newFixedThreadPool(
        threads,
        task -> {
          Thread thread = new Thread(task, "flyball-race");
          thread.setDaemon(true);
          return thread;
        });
  }
}
