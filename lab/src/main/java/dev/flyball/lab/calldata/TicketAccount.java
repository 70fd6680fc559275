package dev.flyball.lab.calldata;

import dev.flyball.base.Require;
import dev.flyball.dataflow.pipeline.DeadLetter;
import dev.flyball.dataflow.pipeline.DeadLetters;
import dev.flyball.lab.calldata.CallTicket.StorableTicket;
import dev.flyball.lab.calldata.TicketAccount.Numbers;
import java.util.BitSet;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Whether every ticket that was sent is where it belongs, looked at one by one: in the database, in
 * exactly one line of the files, or among those that a stage gave up.
 *
 * @param sent tickets sent
 * @param inDatabase tickets in the database
 * @param inFiles tickets in the files
 * @param givenUp how many each stage gave up, by its name; only those that did
 * @param missingInDatabase sent, not given up, and not in the database: must be 0
 * @param missingInFiles sent, not given up, and not in a file: must be 0
 * @param twiceInFiles lines too many: must be 0
 * @param strays in the database or in a file and never sent: must be 0
 * @param givenUpAndInFiles given up by the serializer, and in a file all the same: must be 0
 * @param givenUpAndInDatabase given up by the feeder, and in the database all the same: may be, as
 *     a connection may be lost between a commit and its answer
 */
public record TicketAccount(
    long sent,
    long inDatabase,
    long inFiles,
    Map<String, Long> givenUp,
    long missingInDatabase,
    long missingInFiles,
    long twiceInFiles,
    long strays,
    long givenUpAndInFiles,
    long givenUpAndInDatabase) {

  /** Checks each ticket. */
  static TicketAccount of(long sent, Numbers database, Numbers files, GivenUp givenUp) {
    LongPredicate before = givenUp.by(StageName.DECODER).or(givenUp.by(StageName.CONVERTER));
    LongPredicate byFeeder = before.or(givenUp.by(StageName.FEEDER));
    LongPredicate bySerializer = before.or(givenUp.by(StageName.SERIALIZER));
    return new TicketAccount(
        sent,
        database.size(),
        files.size(),
        givenUp.counts(),
        count(sent, byFeeder.or(database::contains).negate()),
        count(sent, bySerializer.or(files::contains).negate()),
        files.again(),
        database.outside(sent) + files.outside(sent),
        count(sent, bySerializer.and(files::contains)),
        count(sent, byFeeder.and(database::contains)));
  }

  private static long count(long sent, LongPredicate numbers) {
    return LongStream.rangeClosed(1, sent).filter(numbers).count();
  }

  /** Whether no ticket is lost, doubled or made up. */
  public boolean holds() {
    return missingInDatabase == 0
        && missingInFiles == 0
        && twiceInFiles == 0
        && strays == 0
        && givenUpAndInFiles == 0;
  }

  /** How many were given up in all. */
  public long givenUpCount() {
    return givenUp.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The account in a sentence. */
  public String text() {
    String lost =
        givenUp.entrySet().stream()
            .map(stage -> stage.getValue() + " by the " + stage.getKey())
            .collect(Collectors.joining(", "));
    String wrong =
        String.format(
            Locale.ROOT,
            "NOT accounted for: %d missing in the database, %d in the files, %d twice in the files,"
                + " %d never sent, %d given up but in the files",
            missingInDatabase,
            missingInFiles,
            twiceInFiles,
            strays,
            givenUpAndInFiles);
    return String.format(
        Locale.ROOT,
        "%d tickets sent, %d in the database, %d in the files, %s; %s",
        sent,
        inDatabase,
        inFiles,
        givenUp.isEmpty() ? "none given up" : "given up: " + lost,
        holds() ? "every ticket is accounted for" : wrong);
  }

  /** A set of ticket numbers that counts those which came again. Not safe for threads. */
  static final class Numbers {

    private final BitSet present = new BitSet();
    private long again;

    /**
     * Adds one.
     *
     * @throws IllegalArgumentException when it is no number that a ticket of a run can have
     */
    void add(long number) {
      Require.countAtLeast("number", 0, number);
      int at = Math.toIntExact(number);
      if (present.get(at)) {
        again++;
      }
      present.set(at);
    }

    boolean contains(long number) {
      return present.get(Math.toIntExact(number));
    }

    /** How many different ones there are. */
    long size() {
      return present.cardinality();
    }

    /** How often one came that had been there. */
    long again() {
      return again;
    }

    /** How many are not from 1 to that. */
    long outside(long last) {
      return size() - present.get(1, Math.toIntExact(last) + 1).cardinality();
    }
  }

  /** The tickets that were given up, by stage, and why. Safe for any thread. */
  static final class GivenUp implements DeadLetters {

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
      return record instanceof byte[] frame ? CallTicket.number(frame) : 0;
    }

    /** Whether that stage gave a ticket up; asked when nothing more is given up. */
    synchronized LongPredicate by(StageName stage) {
      return numbers.getOrDefault(stage.text(), new Numbers())::contains;
    }

    /** How many each stage gave up, by its name; only those that did. */
    synchronized Map<String, Long> counts() {
      Map<String, Long> counts = new TreeMap<>();
      numbers.forEach((stage, there) -> counts.put(stage, there.size() + there.again()));
      return Collections.unmodifiableMap(counts);
    }

    /** Why, of the first of each stage, by the stages' names. */
    synchronized Map<String, String> firstCauses() {
      return Map.copyOf(firstCauses);
    }
  }
}
