package dev.flyball.sim.flow;

import dev.flyball.base.Dice;
import dev.flyball.dataflow.network.Route;
import dev.flyball.dataflow.network.Route.Branch;
import java.util.List;
import java.util.Map;

/**
 * A route of a run: deals each record out to its branches.
 *
 * <p>A copying branch of share 2.3 gets two, and with probability 0.3 a third. Of a split the one
 * branch is drawn in whose part of [0, 1) a number falls; the last has what rounding leaves.
 */
final class RoutePicker {

  private final boolean split;
  private final FlowNode[] to;
  private final int[] whole; // of a copying branch: what each record gets at least
  private final double[] rest; // of a copying branch: the probability of one more
  private final double[] below; // of a split: where the branch's part ends
  private final int[] dealt;
  private final Dice dice;

  RoutePicker(Route route, Map<String, FlowNode> nodes, Dice dice) {
    List<Branch> branches = route.branches();
    this.split = route.fan() == Route.Fan.SPLIT;
    this.to = branches.stream().map(branch -> nodes.get(branch.to())).toArray(FlowNode[]::new);
    this.whole = branches.stream().mapToInt(branch -> (int) branch.share()).toArray();
    this.rest = branches.stream().mapToDouble(branch -> branch.share() % 1).toArray();
    this.below = new double[to.length];
    double sum = 0;
    for (int i = 0; i < to.length; i++) {
      sum += branches.get(i).share();
      below[i] = sum;
    }
    this.dealt = new int[to.length];
    this.dice = dice;
  }

  int branches() {
    return to.length;
  }

  FlowNode to(int branch) {
    return to[branch];
  }

  /** Deals one record out. */
  void deal() {
    if (split) {
      dealToOne();
    } else {
      for (int i = 0; i < to.length; i++) {
        dealt[i] = rest[i] == 0 || dice.nextDouble() >= rest[i] ? whole[i] : whole[i] + 1;
      }
    }
  }

  private void dealToOne() {
    double at = dice.nextDouble();
    int one = 0;
    while (one < to.length - 1 && at >= below[one]) {
      one++;
    }
    for (int i = 0; i < to.length; i++) {
      dealt[i] = i == one ? 1 : 0;
    }
  }

  /** How many a branch gets of the record that was dealt out last. */
  int dealt(int branch) {
    return dealt[branch];
  }
}
