package dev.flyball.lab.calldata;

import dev.flyball.base.Dice;
import java.time.Instant;
import java.util.Locale;

/**
 * Made-up tickets, numbered from 1. A seed always draws the same ones. For one thread at a time.
 */
final class TicketDraws {

  private static final long BEGIN_EPOCH_SECONDS = 1_767_225_600L; // 2026-01-01T00:00:00Z
  private static final int TICKETS_PER_SECOND = 100;
  private static final int HOSTS = 8;
  private static final int LONGEST_CALL_SECONDS = 3_600;

  private final Dice dice;
  private long drawn;

  TicketDraws(long seed) {
    this.dice = Dice.stream(seed, 1);
  }

  CallTicket next() {
    drawn++;
    String host = "switch" + dice.below(HOSTS) + ".example";
    RecordType type = RecordType.values()[dice.below(RecordType.values().length)];
    return new CallTicket(
        drawn,
        host + ";" + BEGIN_EPOCH_SECONDS + ";" + drawn,
        host,
        type,
        dice.below(10),
        Instant.ofEpochSecond(BEGIN_EPOCH_SECONDS + drawn / TICKETS_PER_SECOND),
        telephone(),
        telephone(),
        type == RecordType.START ? 0 : dice.below(LONGEST_CALL_SECONDS));
  }

  /** A number in the international form. */
  private String telephone() {
    return String.format(Locale.ROOT, "+43155501%06d", dice.below(1_000_000));
  }
}
