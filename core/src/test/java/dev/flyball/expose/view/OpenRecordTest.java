package dev.flyball.expose.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.Test;

class OpenRecordTest {

  /** A record that nobody else can make. */
  private record Hidden(int workers) {}

  /** A size as it was learned by another version. */
  public record Older(double workers, String only) {}

  /** A size as another version will have it. */
  public record Newer(
      double workers, double throughput, int more, long evenMore, String text, List<Older> olds) {}

  /** What holds another record. */
  public record Holder(Older held) {}

  private static final WindowFigures FIGURES =
      new WindowFigures(
          1,
          2,
          3,
          4,
          5,
          6,
          7,
          8,
          9,
          10,
          11,
          12,
          13,
          14,
          15,
          16,
          17,
          18,
          19,
          20,
          21,
          22,
          23,
          24,
          Double.NaN);

  private static PoolView view(PoolView.Entry... entries) {
    return new PoolView(
        "<script>\n\u0000",
        "only",
        7,
        FIGURES,
        PoolView.Steering.NONE,
        List.of(entries),
        List.of(new PoolView.ShedRow("kind", "low", "late", 5, 0.5)),
        List.of(new PoolView.Learned(1, 2, 3, Double.NaN)));
  }

  @Test
  void aViewIsReadAsItWasWritten() {
    PoolView empty = view();
    PoolView full =
        view(
            new PoolView.Entry(1, 2.5, "POLICY", 3, 4, 4, "why"),
            new PoolView.Entry(2, 0, "PINNED", 4, 9, 0, "\"by hand\""));
    assertThat(OpenRecord.read(OpenRecord.write(empty), PoolView.class)).isEqualTo(empty);
    assertThat(OpenRecord.read(OpenRecord.write(full), PoolView.class)).isEqualTo(full);
  }

  @Test
  void whatAnotherVersionDoesNotSendIsNotKnown() {
    CompositeData older = OpenRecord.write(new Older(7, "text"));
    assertThat(OpenRecord.read(older, Newer.class))
        .isEqualTo(new Newer(7, Double.NaN, 0, 0, "", List.of()));
  }

  @Test
  void whatCannotBeReadIsSaid() {
    CompositeData older = OpenRecord.write(new Older(7, "text"));
    assertThatThrownBy(() -> OpenRecord.read(older, Holder.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("data must have")
        .hasMessageContaining("held");
    assertThatThrownBy(() -> OpenRecord.read(older, Hidden.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot be a Hidden");
  }
}
