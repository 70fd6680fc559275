package dev.flyball.adapters.servlet;

import dev.flyball.admission.Importance;
import dev.flyball.base.Durations;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/** A builder of an {@link AdmissionFilter}; each setting has a default. For one thread. */
public final class AdmissionFilterBuilder {

  private final Function<Refusals, Gate> gate;
  private List<TimeoutHeader> headers = TimeoutHeader.USUAL;
  private long deadlineNanos;
  private long deadlineNanosMax = Duration.ofMinutes(5).toNanos();
  private Function<? super HttpServletRequest, String> kind = RequestOptions::usualKind;
  private Function<? super HttpServletRequest, Importance> importance =
      request -> Importance.NORMAL;
  private Function<? super HttpServletRequest, Optional<String>> tenant =
      request -> Optional.empty();
  private ShedAnswer answer = ShedAnswer.plain();

  AdmissionFilterBuilder(Function<Refusals, Gate> gate) {
    this.gate = gate;
  }

  /**
   * The deadline of requests whose client says none, from when the filter sees them: what your
   * clients are known to wait. None by default, and then such requests have the pool's default
   * deadline, if it has one.
   */
  public AdmissionFilterBuilder deadline(Duration time) {
    deadlineNanos = Durations.nanos("deadline", time);
    return this;
  }

  /** The longest deadline that a client may ask for. Five minutes by default. */
  public AdmissionFilterBuilder deadlineAtMost(Duration time) {
    deadlineNanosMax = Durations.nanos("deadlineAtMost", time);
    return this;
  }

  /**
   * The headers in which clients say how long they wait; of several that are there, the shortest
   * time holds. {@link TimeoutHeader#USUAL} by default; none, where clients must have no say. A
   * value that is not written as it should be is ignored, and counted: {@link
   * AdmissionFilter#invalidTimeouts()}.
   */
  public AdmissionFilterBuilder timeoutHeaders(TimeoutHeader... names) {
    headers = List.of(names);
    return this;
  }

  /**
   * The kind of a request, which tells apart requests of different length. By default, its method
   * and the pattern of its servlet's mapping.
   *
   * @param of must have few results: never a path with an id in it (see {@link
   *     dev.flyball.admission.TaskOptions#kind(String)})
   */
  public AdmissionFilterBuilder kind(Function<? super HttpServletRequest, String> of) {
    kind = Objects.requireNonNull(of, "kind must not be null");
    return this;
  }

  /** The importance of a request. {@link Importance#NORMAL} by default. */
  public AdmissionFilterBuilder importance(Function<? super HttpServletRequest, Importance> of) {
    importance = Objects.requireNonNull(of, "importance must not be null");
    return this;
  }

  /** The tenant of a request, such as the account that it belongs to. None by default. */
  public AdmissionFilterBuilder tenant(Function<? super HttpServletRequest, Optional<String>> of) {
    tenant = Objects.requireNonNull(of, "tenant must not be null");
    return this;
  }

  /** What a client is answered that is turned away. {@link ShedAnswer#plain()} by default. */
  public AdmissionFilterBuilder onShed(ShedAnswer other) {
    answer = Objects.requireNonNull(other, "onShed must not be null");
    return this;
  }

  /** The filter. */
  public AdmissionFilter build() {
    RequestOptions options =
        new RequestOptions(
            headers, deadlineNanos, deadlineNanosMax, kind, importance, tenant, new LongAdder());
    return new AdmissionFilter(gate.apply(new Refusals(answer)), options);
  }
}
