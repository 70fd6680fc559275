package dev.flyball.dataflow.pipeline;

/**
 * A look whether the thread's stack has room for what must not be cut short by its end: a lock that
 * is not let go, or records that are neither delivered nor dead letters. A stage's own code may go
 * as deep as the stack is, and emit there.
 *
 * <p>Only the JDK may reserve stack for its locks. So as many frames are entered and left as it
 * takes several times over, before anything is changed.
 */
final class StackRoom {

  /**
   * Compiled, each takes 48 bytes, so 12 KB and 0.7 us in all; to deliver takes some forty frames,
   * interpreted 160 bytes each.
   */
  private static final int FRAMES = 256;

  private StackRoom() {}

  /**
   * Returns if there is room.
   *
   * @throws StackOverflowError when there is none; nothing has happened then
   */
  static void require() {
    long unused = descend(FRAMES, 1, 2, 3, 4);
  }

  /** What is passed on and needed afterwards makes the frame larger. */
  private static long descend(int left, long a, long b, long c, long d) {
    return left == 0 ? a : descend(left - 1, b, c, d, a + left) + a * b + c * d;
  }
}
