package dev.flyball.lab.database;

import dev.flyball.base.Dice;

/**
 * Draws of row ids and values as sysbench makes them by default, so that both load generators ask
 * for the same: some rows are asked for far more often than others.
 *
 * <p>Three draws of four fall evenly on the hundredth of the rows in the middle of the table; the
 * fourth is the mean of twelve even draws, a bell around the middle. For one thread.
 */
final class RowDraws {

  private static final double IN_THE_MIDDLE = 0.75;
  private static final int MIDDLE_PERCENT = 1;
  private static final int BELL_DRAWS = 12;

  private static final int GROUP_DIGITS = 11;
  private static final int VALUE_GROUPS = 10;
  private static final int PAD_GROUPS = 5;

  private final Dice dice;

  RowDraws(Dice dice) {
    this.dice = dice;
  }

  /** An id from 1 to {@code rows}, more often one in the middle. */
  int row(int rows) {
    return dice.nextDouble() < IN_THE_MIDDLE ? nearMiddle(rows) : ofBell(rows);
  }

  /** A whole number from 1 to {@code count}, all as likely. */
  int even(int count) {
    return 1 + dice.below(count);
  }

  /** True in so many of a hundred cases. */
  boolean percent(int share) {
    return dice.below(100) < share;
  }

  /** What the column {@code c} holds: ten groups of eleven digits. */
  String value() {
    return digits(VALUE_GROUPS);
  }

  /** What the column {@code pad} holds: five groups of eleven digits. */
  String pad() {
    return digits(PAD_GROUPS);
  }

  private int nearMiddle(int rows) {
    int width = Math.max(1, rows * MIDDLE_PERCENT / 100);
    return 1 + (rows - width) / 2 + dice.below(width);
  }

  private int ofBell(int rows) {
    double sum = 0;
    for (int i = 0; i < BELL_DRAWS; i++) {
      sum += dice.nextDouble();
    }
    return 1 + (int) (sum / BELL_DRAWS * rows);
  }

  private String digits(int groups) {
    char[] text = new char[groups * (GROUP_DIGITS + 1) - 1];
    for (int group = 0; group < groups; group++) {
      int start = group * (GROUP_DIGITS + 1);
      long left = dice.nextLong() >>> 1;
      for (int i = start; i < start + GROUP_DIGITS; i++) {
        text[i] = (char) ('0' + left % 10);
        left /= 10;
      }
      if (group > 0) {
        text[start - 1] = '-';
      }
    }
    return new String(text);
  }
}
