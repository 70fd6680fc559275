package dev.flyball.tools.cli.race;

import dev.flyball.control.ResizeCost;
import dev.flyball.lab.bench.Agreement;
import dev.flyball.lab.race.BenchComparison;
import dev.flyball.lab.race.ClassContenders;
import dev.flyball.lab.race.Contenders;
import dev.flyball.lab.race.GoodputContenders;
import dev.flyball.lab.race.GoodputExperiment;
import dev.flyball.lab.race.RaceExperiment;
import dev.flyball.lab.race.RaceExperiment.Bench;
import dev.flyball.sim.Contender;
import dev.flyball.sim.PoolTraits;
import dev.flyball.sim.Sensors;
import dev.flyball.sim.scenario.RandomGoodputScenarios;
import dev.flyball.sim.scenario.RandomScenarios;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.ScenarioFile;
import dev.flyball.sim.scenario.Scenarios;
import dev.flyball.tools.cli.shared.Arguments;
import dev.flyball.tools.cli.shared.Experiments;
import dev.flyball.tools.cli.shared.Outputs;
import dev.flyball.tools.cli.terminal.FittedPage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.function.IntFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code flyball race}: policies side by side. */
@Command(
    name = "race",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Policies side by side, on scenarios run in virtual time, a minute in milliseconds.",
      "",
      "The default policy runs each scenario with several seeds, and so does each policy and limit"
          + " that others have published: as its owner ships it, and at the best settings that"
          + " flyball settings found. On top of every board stands the oracle: the best sizes in hindsight,"
          + " found by search. Ends with the boards and a page with the pictures. All scenarios take"
          + " some minutes in virtual time, one takes seconds; on real threads a run lasts as long as its scenario."
    })
public final class RaceCommand implements Callable<Integer> {

  private static final String BOTH = "both";
  private static final int SEEDS_USUAL = 5;
  private static final int SEEDS_MAX = 1000;
  private static final int DRAWS_MAX = 2000;

  @Spec private CommandSpec spec;

  @Mixin private ScenarioArguments named;

  @Option(
      names = "--policy",
      paramLabel = "SPEC",
      description =
          "Race this policy of the catalogue, or a row of the board by its name, or another"
              + " library's limit (netflix-vegas(window=100ms)), or a pool of the JDK (jdk-cached,"
              + " jdk-fixed(workers=N)), or a size from the first moment on (always(workers=N)),"
              + " instead of all, as in flyball(headroom=20%%); may be given often.")
  private List<String> policies = new ArrayList<>();

  @Option(
      names = {"--seeds", "--runs"},
      paramLabel = "N",
      description =
          "How many runs of each scenario, each with a seed of its own (default: 5, and 1 with"
              + " --bench real). On real threads they take turns, and medians are shown.")
  private @Nullable Integer seeds;

  @Option(
      names = "--random",
      paramLabel = "N",
      description =
          "Race on N scenarios drawn at random instead, each run once, with the seed that it was"
              + " drawn with; ends with how each contender's regrets are spread over them."
              + " flyball scenarios --random SEED prints the file of one.")
  private @Nullable Integer random;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "With --random: the first of the N seeds in a row (default: 1).")
  private @Nullable Long firstSeed;

  @Option(
      names = "--goodput",
      description =
          "Race by goodput instead, the share of tasks that end well within their deadline, with"
              + " contenders that choose who gets in, on the catalogue's scenarios about overload"
              + " unless others are named. A --policy that is no row of this board has the"
              + " standard rule for who gets in. Beside --random, the scenarios are drawn for it.")
  private boolean goodput;

  @Option(
      names = "--classes",
      description =
          "With --goodput: race published rules that turn away the less important tasks first"
              + " (WeChat's DAGOR, Uber's Cinnamon, Netflix's partitions and cubic throttle) and the"
              + " standard rule, each over the best fixed size in hindsight and over the default"
              + " policy, on the scenarios that have several classes. Beside --random, N such are"
              + " drawn. One is raced by --policy 'SIZES, RULE' too, as in --policy"
              + " 'best-size, dagor(alpha=20%%)'.")
  private boolean classes;

  @Option(
      names = "--bench",
      paramLabel = "BENCH",
      defaultValue = "virtual",
      description =
          "Where to run: virtual; or real, on threads of this machine and in real time, one run"
              + " after the other; or both, and who comes first on which (default:"
              + " ${DEFAULT-VALUE}). Both has eleven scenarios of its own, run as with --here, and"
              + " five contenders, unless others are named: eight hours, or two with"
              + " --length 10s. Or http: web servers under more load than they can serve, and how"
              + " much each answers in time; half an hour.")
  private String bench = "";

  @Option(
      names = "--length",
      paramLabel = "DURATION",
      description =
          "Press every scenario into this time, as in 10s: phases and changes come earlier, in"
              + " proportion; rates, the times of tasks, waves and spells stay as they are.")
  private @Nullable String length;

  @Option(
      names = "--period",
      paramLabel = "DURATION",
      description =
          "Have every pool's governor look this often, as in 100ms, whatever the scenario says;"
              + " policies that say themselves when they want to be asked are asked when they wish,"
              + " and rows (as shipped) and (best) as often as they say.")
  private @Nullable String period;

  @Option(
      names = "--sensors",
      paramLabel = "WHAT",
      description =
          "Race each policy also where it sees less: polled, for pools that can only be read now and"
              + " then, as those of others, or polled-cpu, with the processor time of their"
              + " threads; may be given often.")
  private List<String> sensors = new ArrayList<>();

  @Option(
      names = "--lazy",
      description =
          "The rows of --sensors, or one more of each policy, have pools that shrink lazily: a worker"
              + " too many goes on while there are tasks, and ends when it was idle for the idle time.")
  private boolean lazy;

  @Option(
      names = "--resize-cost",
      paramLabel = "DURATION",
      description =
          "These rows also have pools of which each change of size loses so much worker time, as in"
              + " 30s; it counts as time of workers, and their governors know it.")
  private @Nullable String resizeCost;

  @Option(
      names = "--here",
      description = "Give every scenario's host as many cores as this machine has.")
  private boolean here;

  @Mixin private ServerRaceOptions overHttp;
  @Mixin private Outputs outputs;

  @Override
  public Integer call() throws Exception {
    if (bench.equals(ServerRaceOptions.BENCH)) {
      checkOverHttp();
      return overHttp.run(outputs);
    }
    refuseIf(
        overHttp.given(),
        "--rows, --contenders, --with, --seconds and --rounds are for --bench http but that was "
            + bench);
    ExecutorService many = RaceThreads.asManyAsProcessors();
    ExecutorService one = RaceThreads.of(1);
    try {
      checkDraw();
      if (goodput) {
        return raceForGoodput(many);
      }
      return bench.equals(BOTH) ? compare(many, one) : race(many, one);
    } finally {
      many.shutdownNow();
      one.shutdownNow();
    }
  }

  private int race(Executor many, Executor one) throws IOException {
    RaceExperiment experiment =
        made(seeds ->
            random == null
                ? RaceExperiment.of(bench(), scenarios(), contenders(), seeds, commandLine())
                : RaceExperiment.drawn(scenarios(), contenders(), commandLine()));
    List<Scenario> scenarios = experiment.race().scenarios();
    Outputs.Places places = outputs.check(scenarios.size() == 1 ? scenarios.get(0).name() : "race");
    return Experiments.undertake(
        spec,
        places,
        () -> {
          try (RaceProgress progress = RaceProgress.onStandardError()) {
            experiment.leastTime().ifPresent(time -> progress.takes(experiment.race(), time));
            return experiment.run(experiment.bench() == Bench.REAL ? one : many, progress);
          }
        },
        RaceView::show);
  }

  private int raceForGoodput(Executor many) throws IOException {
    boolean boards = random == null || classes;
    refuseIf(!bench.equals("virtual"), "--goodput is for --bench virtual but that was " + bench);
    GoodputExperiment experiment =
        made(seeds ->
            boards
                ? GoodputExperiment.of(
                    scenarios(), contenders(), random == null ? seeds : 1, commandLine())
                : GoodputExperiment.drawn(scenarios(), contenders(), commandLine()));
    List<Scenario> scenarios = experiment.race().scenarios();
    return Experiments.undertake(
        spec,
        outputs.check(scenarios.size() == 1 ? scenarios.get(0).name() : "goodput"),
        () -> {
          try (RaceProgress progress = RaceProgress.onStandardError()) {
            return experiment.run(many, progress);
          }
        },
        RaceView::show);
  }

  private int compare(Executor many, Executor one) throws IOException {
    BenchComparison comparison =
        made(seeds -> BenchComparison.of(scenarios(), contenders(), seeds, commandLine()));
    return Experiments.undertake(
        spec,
        outputs.check("race"),
        () -> {
          try (RaceProgress progress = RaceProgress.onStandardError()) {
            progress.takes(comparison.real().race(), comparison.leastTime());
            return comparison.run(
                many, one, progress.of("virtual time"), progress.of("real threads"));
          }
        },
        FittedPage::show);
  }

  /** What is for policies makes no sense for web servers. */
  private void checkOverHttp() {
    refuseIf(named.areGiven(), "--bench http races no scenarios, it has rows of its own: --rows");
    refuseIf(!policies.isEmpty(), "--bench http races servers: --contenders");
    refuseIf(
        random != null || firstSeed != null || seeds != null || length != null || period != null,
        "--bench http has no --random, --seed, --seeds, --length or --period");
    refuseIf(here, "--bench http has no --here");
    refuseIf(goodput, "--bench http has no --goodput, for that is all that it measures");
  }

  /** Whatever is wrong with a draw, or makes no sense without one, is bad usage. */
  private void checkDraw() {
    refuseIf(classes && !goodput, "--classes is for --goodput, which is missing");
    if (random == null) {
      refuseIf(firstSeed != null, "--seed is the first seed of --random, which is missing");
      return;
    }
    refuseIf(named.areGiven(), "--random draws its scenarios, so none can be named beside it");
    refuseIf(seeds != null, "--random runs each scenario once, so it has no --seeds");
    refuseIf(!bench.equals("virtual"), "--random is for --bench virtual but that was " + bench);
    refuseIf(
        random < 1 || random > DRAWS_MAX,
        "--random must be from 1 to " + DRAWS_MAX + " but was " + random);
    refuseIf(
        firstSeed() < 0 || firstSeed() > Long.MAX_VALUE - DRAWS_MAX,
        "--seed must be from 0 to " + (Long.MAX_VALUE - DRAWS_MAX) + " but was " + firstSeed());
  }

  private void refuseIf(boolean wrong, String why) {
    if (wrong) {
      throw new ParameterException(spec.commandLine(), why);
    }
  }

  private long firstSeed() {
    return firstSeed == null ? 1 : firstSeed;
  }

  private int seeds() {
    if (seeds == null) {
      return bench.equals("real") ? 1 : SEEDS_USUAL;
    }
    return seeds;
  }

  /** What is made from the options; whatever is wrong with them is bad usage. */
  private <T> T made(IntFunction<T> from) {
    int seeds = Arguments.between(spec, "--seeds", 1, SEEDS_MAX, seeds());
    return Arguments.checked(spec, () -> from.apply(seeds));
  }

  private Bench bench() {
    return switch (bench) {
      case "virtual" -> Bench.VIRTUAL;
      case "real" -> Bench.REAL;
      default ->
          throw new IllegalArgumentException(
              "--bench must be virtual, real, both or http but was " + bench);
    };
  }

  private List<Scenario> scenarios() {
    Stream<Scenario> chosen =
        random == null
            ? named.or(usual()).stream().filter(this::suits)
            : LongStream.iterate(firstSeed(), seed -> seed + 1)
                .mapToObj(goodput ? RandomGoodputScenarios::of : RandomScenarios::of)
                .filter(this::suits)
                .limit(random);
    return chosen
        .map(scenario -> here() ? Agreement.onThisMachine(scenario) : scenario)
        .map(this::shortened)
        .map(this::observed)
        .toList();
  }

  /** Scenarios that were named are taken as they are. */
  private boolean suits(Scenario scenario) {
    return !classes || named.areGiven() || ClassContenders.suits(scenario);
  }

  /** What a comparison takes of itself is to be possible on every machine. */
  private boolean here() {
    return here || (bench.equals(BOTH) && !named.areGiven());
  }

  private List<String> usual() {
    if (goodput) {
      return Scenarios.goodput();
    }
    return bench.equals(BOTH) ? BenchComparison.SCENARIOS : Scenarios.names();
  }

  private Scenario shortened(Scenario scenario) {
    return length == null
        ? scenario
        : scenario.shortened(ScenarioFile.durationNanos("--length", length));
  }

  private Scenario observed(Scenario scenario) {
    return period == null
        ? scenario
        : scenario.withPeriod(ScenarioFile.periodNanos("--period", period));
  }

  private List<Contender> contenders() {
    List<Contender> all = seeingAll();
    List<Contender> more = new ArrayList<>(all);
    for (PoolTraits traits : ofOthers()) {
      all.forEach(contender -> more.add(Contender.governing(traits, contender)));
    }
    return more;
  }

  /** The pools of others that policies are raced on, too. */
  private List<PoolTraits> ofOthers() {
    Duration cost =
        resizeCost == null
            ? Duration.ZERO
            : Duration.ofNanos(ScenarioFile.durationNanos("--resize-cost", resizeCost));
    boolean asOurs = !lazy && cost.isZero();
    List<Sensors> seen = sensors.stream().map(Sensors::of).toList();
    return (seen.isEmpty() && !asOurs ? List.of(Sensors.ALL) : seen)
        .stream()
            .map(each -> new PoolTraits(each, lazy, new ResizeCost(cost, Duration.ZERO)))
            .toList();
  }

  private List<Contender> seeingAll() {
    if (goodput) {
      List<Contender> all = classes ? ClassContenders.all() : GoodputContenders.all();
      return policies.isEmpty() ? all : GoodputContenders.of(policies);
    }
    if (policies.isEmpty()) {
      return bench.equals(BOTH) ? Contenders.of(BenchComparison.CONTENDERS) : Contenders.all();
    }
    return Contenders.of(policies);
  }

  private String commandLine() {
    StringBuilder line = new StringBuilder("./flyball race").append(named.typed());
    line.append(goodput ? " --goodput" : "").append(classes ? " --classes" : "");
    policies.forEach(policy -> line.append(" --policy '").append(policy).append('\''));
    if (random == null) {
      line.append(" --seeds ").append(seeds());
    } else {
      line.append(" --random ").append(random).append(" --seed ").append(firstSeed());
    }
    Optional.ofNullable(length).ifPresent(text -> line.append(" --length ").append(text));
    Optional.ofNullable(period).ifPresent(text -> line.append(" --period ").append(text));
    sensors.forEach(word -> line.append(" --sensors ").append(word));
    line.append(lazy ? " --lazy" : "");
    Optional.ofNullable(resizeCost).ifPresent(text -> line.append(" --resize-cost ").append(text));
    line.append(here ? " --here" : "");
    return line.append(bench.equals("virtual") ? "" : " --bench " + bench).toString();
  }
}
