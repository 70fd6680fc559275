package dev.flyball.lab.calldata;

import dev.flyball.base.Require;

/** The space left on a disk; it may run full and be given room again. Safe for any thread. */
final class DiskQuota {

  private long leftBytes = Long.MAX_VALUE; // guarded by this

  /** From now on there is room for so many bytes. */
  synchronized void leave(long bytes) {
    leftBytes = Require.countAtLeast("bytes", 0, bytes);
  }

  /** Takes room, as much of it as there is; how much that was. */
  synchronized int take(int bytes) {
    int taken = (int) Math.min(bytes, leftBytes);
    if (leftBytes != Long.MAX_VALUE) {
      leftBytes -= taken;
    }
    return taken;
  }

  /** Gives room back. */
  synchronized void giveBack(int bytes) {
    if (leftBytes != Long.MAX_VALUE) {
      leftBytes += bytes;
    }
  }
}
