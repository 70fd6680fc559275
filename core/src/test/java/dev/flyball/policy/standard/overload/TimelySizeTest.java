package dev.flyball.policy.standard.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class TimelySizeTest {

  private static final double SERVICE = 0.2e9;
  private static final CurveFit FLAT = new CurveFit(SERVICE, 0, 0, 0);
  private static final CurveFit TWENTY_SERVERS = new CurveFit(SERVICE, 20, SERVICE / 20, 0);

  /** Two busy on average, three workers: Erlang's loss formula says 4/19. */
  @Test
  void withoutTimeToWaitWhatFindsNoWorkerFreeIsLost() {
    double deadline = 1.5 * SERVICE;
    double share = TimelySize.shareInTime(FLAT, 3, deadline, 2 / SERVICE);
    assertThat(share).isCloseTo((1 - 4.0 / 19) * (1 - Math.exp(-1.5)), within(1e-9));
  }

  @Test
  void withTimeToWaitNothingIsLostAtHalfTheLoad() {
    assertThat(TimelySize.shareInTime(FLAT, 40, 20 * SERVICE, 20 / SERVICE)).isGreaterThan(0.999);
  }

  /** Twice as much comes as twenty servers can do: more workers only make it late. */
  @Test
  void moreThanTheServersDoLess() {
    double deadline = 5 * SERVICE;
    double twice = 40 / SERVICE;
    double servers = TimelySize.shareInTime(TWENTY_SERVERS, 20, deadline, twice);
    assertThat(servers).isBetween(0.48, 0.5);
    assertThat(TimelySize.shareInTime(TWENTY_SERVERS, 60, deadline, twice))
        .isLessThan(0.9 * servers);
    assertThat(TimelySize.shareInTime(TWENTY_SERVERS, 10, deadline, twice))
        .isLessThan(0.6 * servers);
  }

  @Test
  void manyWorkersAndAHeavyLoadAreStillNumbers() {
    double share = TimelySize.shareInTime(FLAT, 1000, 5 * SERVICE, 100_000 / SERVICE);
    assertThat(share).isBetween(0.009, 0.0101);
  }

  /** Above a thousand workers chance is left out, at a step of a percent or two. */
  @Test
  void amongVeryManyChanceCountsLittle() {
    CurveFit servers = new CurveFit(SERVICE, 900, SERVICE / 900, 0);
    for (CurveFit curve : new CurveFit[] {FLAT, servers}) {
      for (double load : new double[] {300, 850, 2000}) {
        double byChance = TimelySize.shareInTime(curve, 1000, 5 * SERVICE, load / SERVICE);
        assertThat(TimelySize.shareInTime(curve, 1001, 5 * SERVICE, load / SERVICE))
            .as("%s at %s", curve, load)
            .isCloseTo(byChance, within(0.02));
      }
    }
  }

  @Test
  void aHundredThousandWorkersAreNoMoreWorkThanAThousand() {
    double share = TimelySize.shareInTime(FLAT, 100_000, 5 * SERVICE, 50_000 / SERVICE);
    assertThat(share).isCloseTo(1 - Math.exp(-5), within(1e-9));
  }
}
