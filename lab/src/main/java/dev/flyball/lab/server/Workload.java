package dev.flyball.lab.server;

import dev.flyball.lab.load.Load.KindMix;
import java.time.Duration;
import java.util.List;

/**
 * The kinds of request that a server knows; their shares add up to 1.
 *
 * @param kinds the kinds
 */
public record Workload(List<RequestKind> kinds) {

  /**
   * The workload of Table 1 of "A Perfect Knob to Scale Thread Pool on Runtime" (Bahadur et al.,
   * 2022): mostly I/O, half of it of two seconds. Its mean service time is 0.2 * 300 + 0.2 * 400 +
   * 0.5 * 2000 + 0.1 * 40 = 1144 ms, so 100 requests per second keep 114.4 workers busy.
   */
  public static final Workload PERFECT_KNOB_TABLE_1 =
      new Workload(
          List.of(
              new RequestKind("file-100kb", 0.2, Service.file(100_000, Duration.ofMillis(300))),
              new RequestKind("file-1000kb", 0.2, Service.file(1_000_000, Duration.ofMillis(400))),
              new RequestKind("file-2000kb", 0.5, Service.file(2_000_000, Duration.ofMillis(2000))),
              new RequestKind("cpu", 0.1, Service.cpu(Duration.ofMillis(40)))));

  /** A workload of one kind. */
  public static Workload only(String id, Service service) {
    return new Workload(List.of(new RequestKind(id, 1, service)));
  }

  /**
   * The uniform unit of work of "Tuning the Size of Your Thread Pool" (Pepperdine, 2013): CPU time
   * spent on digits of pi, then a wait in the place of a call to a database. The kind is {@code
   * unit}.
   */
  public static Workload unit(Duration cpuTime, Duration pause) {
    return only("unit", Service.inOrder(Service.cpu(cpuTime), Service.waiting(pause)));
  }

  /** What a client has to know: the ids and the shares. */
  public KindMix mix() {
    return new KindMix(
        kinds.stream().map(kind -> new KindMix.Part(kind.id(), kind.share())).toList());
  }

  /**
   * A kind of request.
   *
   * @param id its name, the last step of its path {@code /kind/<id>}
   * @param share how much of the load it is
   * @param service what a request of it does
   */
  public record RequestKind(String id, double share, Service service) {}
}
