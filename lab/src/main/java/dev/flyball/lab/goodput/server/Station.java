package dev.flyball.lab.goodput.server;

import dev.flyball.lab.bench.Downstream;
import dev.flyball.lab.goodput.Backend.Shape;
import dev.flyball.lab.goodput.Row;
import dev.flyball.lab.goodput.Rows;
import dev.flyball.lab.harness.HostCalibration;

/**
 * The backend of this process, which is told by a system property which row it serves. One for all
 * threads.
 */
public final class Station {

  /** The system property that names the row. */
  public static final String ROW = "flyball.goodput.row";

  /**
   * The system property with the speed of the processor, as {@link HostCalibration#stepsPerNano}
   * has it, so that all processes of a board do the same work; without it the process measures.
   */
  public static final String STEPS = "flyball.goodput.steps";

  private final Row row;
  private final double stepsPerNano;
  private final Downstream backend;

  private Station(Row row, HostCalibration calibration) {
    this.row = row;
    this.stepsPerNano = calibration.stepsPerNano();
    this.backend = row.backend().open(calibration);
  }

  /** That of this process; made at the first call, which takes half a second. */
  public static Station here() {
    return Here.STATION;
  }

  /** Apart, so that it is made at first use only. */
  private static final class Here {
    static final Station STATION = make();

    private static Station make() {
      HostCalibration measured = HostCalibration.here(); // which compiles the computation, too
      String steps = System.getProperty(STEPS);
      HostCalibration used =
          steps == null
              ? measured
              : new HostCalibration(
                  Double.parseDouble(steps), measured.clockNanos(), measured.latenessNanos());
      return new Station(Rows.named(System.getProperty(ROW, "")), used);
    }
  }

  /** The row that it serves. */
  public Row row() {
    return row;
  }

  double stepsPerNano() {
    return stepsPerNano;
  }

  /** The work of one request, on the calling thread. */
  void call() throws InterruptedException {
    backend.call(row.backend().time().toNanos());
  }

  /** Sets the speed of the backend. */
  void speed(double factor) {
    if (row.backend().shape() != Shape.CPU) {
      backend.speed(factor);
    }
  }
}
