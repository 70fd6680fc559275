package dev.flyball.lab.calldata;

import dev.flyball.dataflow.pipeline.DeadLetter;
import dev.flyball.dataflow.pipeline.DeadLetters;
import java.util.Map;
import java.util.TreeMap;

/** The tickets that were given up, by stage, and why. Safe for any thread. */
final class GivenUp implements DeadLetters {

  private final Map<String, Numbers> numbers = new TreeMap<>(); // guarded by this, as is the next
  private final Map<String, String> firstCauses = new TreeMap<>();

  @Override
  public synchronized void take(DeadLetter letter) {
    numbers
        .computeIfAbsent(letter.stage(), stage -> new Numbers())
        .add(letter.record().map(GivenUp::number).orElse(0L));
    firstCauses.putIfAbsent(letter.stage(), String.valueOf(letter.cause().getMessage()));
  }

  private static long number(Object record) {
    if (record instanceof StorableTicket ticket) {
      return ticket.number();
    }
    if (record instanceof CallTicket ticket) {
      return ticket.number();
    }
    return record instanceof byte[] frame
        ? Math.max(0, TicketMessages.endToEnd(frame)) // negative: no number of a ticket
        : 0;
  }

  /** Whether that stage gave that ticket up. */
  synchronized boolean contains(StageName stage, long number) {
    Numbers there = numbers.get(stage.text());
    return there != null && there.contains(number);
  }

  /** How many that stage gave up. */
  synchronized long count(StageName stage) {
    Numbers there = numbers.get(stage.text());
    return there == null ? 0 : there.size() + there.again();
  }

  /** Why, of the first of each stage, by the stages' names. */
  synchronized Map<String, String> firstCauses() {
    return Map.copyOf(firstCauses);
  }
}
