package dev.flyball.admission.line;

import dev.flyball.admission.Arrival;
import dev.flyball.measure.KindProfile;
import org.jspecify.annotations.Nullable;

/**
 * A task's place in the line, and a node of the {@link WorkTree} of its class.
 *
 * <p>Not thread-safe: belongs to its line.
 */
final class Place<T> {

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  final T task;
  final Arrival who;
  final KindProfile kind;
  final double workNanos;
  final long number;
  double startTag;
  double finishTag; // where tenants take turns, once it waits

  // Of the tree.
  final long priority;
  @Nullable Place<T> left;
  @Nullable Place<T> right;
  double sumNanos; // of the work in the subtree

  Place(T task, Arrival who, KindProfile kind, double workNanos, long number) {
    this.task = task;
    this.who = who;
    this.kind = kind;
    this.workNanos = workNanos;
    this.number = number;
    long mixed = (number + 1) * GOLDEN;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L; // scrambled as in SplitMix
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    this.priority = mixed ^ (mixed >>> 31);
  }
}
