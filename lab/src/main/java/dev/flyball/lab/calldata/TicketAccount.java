package dev.flyball.lab.calldata;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

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

  public TicketAccount {
    givenUp = Collections.unmodifiableMap(new TreeMap<>(givenUp));
  }

  /** Checks each ticket. */
  static TicketAccount of(long sent, Numbers database, Numbers files, GivenUp givenUp) {
    long missingInDatabase = 0;
    long missingInFiles = 0;
    long doubtInDatabase = 0;
    long doubtInFiles = 0;
    for (long number = 1; number <= sent; number++) {
      boolean before =
          givenUp.contains(StageName.DECODER, number)
              || givenUp.contains(StageName.CONVERTER, number);
      boolean byFeeder = before || givenUp.contains(StageName.FEEDER, number);
      boolean bySerializer = before || givenUp.contains(StageName.SERIALIZER, number);
      boolean inDatabase = database.contains(number);
      boolean inFiles = files.contains(number);
      missingInDatabase += inDatabase || byFeeder ? 0 : 1;
      missingInFiles += inFiles || bySerializer ? 0 : 1;
      doubtInDatabase += inDatabase && byFeeder ? 1 : 0;
      doubtInFiles += inFiles && bySerializer ? 1 : 0;
    }
    return new TicketAccount(
        sent,
        database.size(),
        files.size(),
        counts(givenUp),
        missingInDatabase,
        missingInFiles,
        files.again(),
        database.outside(sent) + files.outside(sent),
        doubtInFiles,
        doubtInDatabase);
  }

  private static Map<String, Long> counts(GivenUp givenUp) {
    Map<String, Long> counts = new TreeMap<>();
    for (StageName stage : StageName.values()) {
      if (givenUp.count(stage) > 0) {
        counts.put(stage.text(), givenUp.count(stage));
      }
    }
    return counts;
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
        givenUp.isEmpty()
            ? "none given up"
            : "given up: "
                + givenUp.entrySet().stream()
                    .map(stage -> stage.getValue() + " by the " + stage.getKey())
                    .collect(Collectors.joining(", "));
    String verdict =
        holds()
            ? "every ticket is accounted for"
            : "NOT accounted for: "
                + missingInDatabase
                + " missing in the database, "
                + missingInFiles
                + " in the files, "
                + twiceInFiles
                + " twice in the files, "
                + strays
                + " never sent, "
                + givenUpAndInFiles
                + " given up but in the files";
    return sent
        + " tickets sent, "
        + inDatabase
        + " in the database, "
        + inFiles
        + " in the files, "
        + lost
        + "; "
        + verdict;
  }
}
