package dev.flyball.lab.calldata;

import java.util.Optional;

/** The change of a call that a ticket reports (RFC 6733, section 9.8.1). */
enum RecordType {
  EVENT,
  START,
  INTERIM,
  STOP;

  private static final RecordType[] ALL = values();

  /** The value of Accounting-Record-Type. */
  int number() {
    return ordinal() + 1;
  }

  static Optional<RecordType> of(long number) {
    return number >= 1 && number <= ALL.length
        ? Optional.of(ALL[(int) number - 1])
        : Optional.empty();
  }
}
