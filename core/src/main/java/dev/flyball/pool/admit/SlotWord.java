package dev.flyball.pool.admit;

/**
 * The fields of the word that holds the state of {@link Slots}, so that an exchange of the word
 * changes them together.
 *
 * <pre>
 *   word = | free slots, signed : 32 | closed : 1 | tasks that wait : 31 |
 * </pre>
 */
final class SlotWord {

  static final long ONE_FREE = 1L << 32;
  static final long CLOSED = 1L << 31;
  static final int WAITING_MAX = (int) (CLOSED - 1);

  private SlotWord() {}

  /** Free slots; below 0 where more are taken than there are. */
  static int free(long word) {
    return (int) (word >> 32);
  }

  /** Tasks that wait. */
  static int waiting(long word) {
    return (int) (word & WAITING_MAX);
  }

  /** Whether nothing more is taken in. */
  static boolean closed(long word) {
    return (word & CLOSED) != 0;
  }
}
