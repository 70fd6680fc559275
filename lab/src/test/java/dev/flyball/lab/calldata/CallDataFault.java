package dev.flyball.lab.calldata;

import java.time.Duration;
import java.util.Map;

/** A fault of the program in operation; after each, every ticket must be accounted for. */
enum CallDataFault {
  /** A stage throws at every hundredth ticket; those are given up, and no others. */
  STAGE_THROWS("a stage throws at every hundredth ticket"),

  /** The database dies as in a power cut and comes back in time; no ticket is given up. */
  DATABASE_RESTARTS("the database is killed and comes back in time"),

  /** The database dies and comes back too late; tickets are given up meanwhile. */
  DATABASE_GONE("the database is killed and comes back too late"),

  /** The disk of the files is full and has room again in time. */
  DISK_FULL("the disk is full for a while"),

  /** The disk of the files stays full; tickets are given up until there is room. */
  DISK_STAYS_FULL("the disk is full for too long");

  private static final int THROWS_EVERY = 100;
  private static final Duration SHORT_PATIENCE = Duration.ofMillis(200);
  private static final long ROOM_LEFT_BYTES = 1_000;
  private static final Duration GIVING_UP_MAX = Duration.ofMinutes(2);
  private static final Duration LOOK = Duration.ofMillis(10);

  private final String text;

  CallDataFault(String text) {
    this.text = text;
  }

  /** What happens, in words. */
  public String text() {
    return text;
  }

  /** Whether tickets have to be given up because of it. */
  public boolean costsTickets() {
    return this != DATABASE_RESTARTS && this != DISK_FULL;
  }

  private CallDataSettings in(CallDataSettings settings) {
    return switch (this) {
      case STAGE_THROWS -> throwing(settings, Map.of(StageName.CONVERTER, THROWS_EVERY));
      case DATABASE_GONE, DISK_STAYS_FULL ->
          new CallDataSettings(
              settings.pseudonymRounds(), SHORT_PATIENCE, settings.throwEvery(), settings.seed());
      case DATABASE_RESTARTS, DISK_FULL -> settings;
    };
  }

  /** These settings with stages that throw at every so manieth record. */
  static CallDataSettings throwing(CallDataSettings settings, Map<StageName, Integer> every) {
    return new CallDataSettings(
        settings.pseudonymRounds(), settings.patience(), every, settings.seed());
  }

  /**
   * Runs the program, has it happen, and looks where the tickets are.
   *
   * @param length how long it runs before, how long it lasts, and how long it runs afterwards; what
   *     costs tickets lasts until one is given up, at the longest two minutes more
   */
  Result on(
      CallDataServer testServer,
      CallDataSettings settings,
      ThreadCounts threads,
      double perSecond,
      Duration length)
      throws InterruptedException {
    try (CallDataProgram program =
        new CallDataProgram(testServer, in(settings), threads, perSecond)) {
      Thread.sleep(length.toMillis());
      happen(testServer, program, length);
      Thread.sleep(length.toMillis());
      return result(program);
    }
  }

  private void happen(CallDataServer server, CallDataProgram program, Duration length)
      throws InterruptedException {
    switch (this) {
      case STAGE_THROWS -> Thread.sleep(length.toMillis());
      case DATABASE_RESTARTS, DATABASE_GONE -> {
        server.server().kill();
        last(program, length);
        server.server().restart();
      }
      case DISK_FULL, DISK_STAYS_FULL -> {
        program.files().leave(ROOM_LEFT_BYTES);
        last(program, length);
        program.files().leave(TicketFiles.UNLIMITED_BYTES);
      }
    }
  }

  /** Patience may begin late on a machine that is busy: the first ticket given up ends it. */
  private void last(CallDataProgram program, Duration length) throws InterruptedException {
    Thread.sleep(length.toMillis());
    long endNanos = System.nanoTime() + GIVING_UP_MAX.toNanos();
    while (costsTickets()
        && program.givenUp().firstCauses().isEmpty()
        && System.nanoTime() - endNanos < 0) {
      Thread.sleep(LOOK.toMillis());
    }
  }

  /** What became of the tickets, and why some were given up. */
  record Result(TicketAccount account, Map<String, String> causes) {}

  /** A run for so long without any fault but what the settings throw. */
  static Result without(
      CallDataServer testServer,
      CallDataSettings settings,
      ThreadCounts threads,
      double perSecond,
      Duration length)
      throws InterruptedException {
    try (CallDataProgram program = new CallDataProgram(testServer, settings, threads, perSecond)) {
      Thread.sleep(length.toMillis());
      return result(program);
    }
  }

  private static Result result(CallDataProgram program) throws InterruptedException {
    TicketAccount account = program.end();
    return new Result(account, program.givenUp().firstCauses());
  }
}
