package dev.flyball.dataflow.solve;

import dev.flyball.base.Require;
import java.util.OptionalLong;

/** The room that a queue needs so that few records are rejected. */
public final class QueueRoom {

  private static final long ROOM_MAX = 1L << 50;

  private QueueRoom() {}

  /**
   * The smallest waiting room, beside the servers, with which at most so large a share of the
   * records is turned away: exact for M/M/k/B, scaled by {@code (ca^2 + cs^2) / 2} for other
   * variability.
   *
   * @param servers k
   * @param load rho = arrival rate / what all servers can do
   * @param lossShare the share, above 0 and below 1
   * @param arrivalVariation ca^2
   * @param serviceVariation cs^2
   * @return the room; empty where none is large enough, since the servers are overloaded
   */
  public static OptionalLong forLoss(
      int servers,
      double load,
      double lossShare,
      double arrivalVariation,
      double serviceVariation) {
    Require.above("lossShare", 0, lossShare);
    Require.between("lossShare", 0, 1, lossShare);
    long enough = 1;
    while (loss(servers, enough, load) > lossShare) {
      enough *= 2;
      if (enough > ROOM_MAX) {
        return OptionalLong.empty();
      }
    }
    long tooLittle = enough == 1 ? -1 : enough / 2;
    while (enough - tooLittle > 1) {
      long middle = tooLittle + (enough - tooLittle) / 2;
      if (loss(servers, middle, load) > lossShare) {
        tooLittle = middle;
      } else {
        enough = middle;
      }
    }
    double variability = (arrivalVariation + serviceVariation) / 2;
    return OptionalLong.of((long) Math.ceil(enough * variability));
  }

  private static double loss(int servers, long waitingRoom, double load) {
    return new FiniteQueue(servers, servers + waitingRoom, load).blocking();
  }
}
