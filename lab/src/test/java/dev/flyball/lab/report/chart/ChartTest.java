package dev.flyball.lab.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.flyball.lab.report.chart.Chart.Axis;
import dev.flyball.lab.report.chart.Drawing.Anchor;
import dev.flyball.lab.report.chart.Drawing.Box;
import dev.flyball.lab.report.chart.Drawing.Curve;
import dev.flyball.lab.report.chart.Drawing.Dot;
import dev.flyball.lab.report.chart.Drawing.Ink;
import dev.flyball.lab.report.chart.Drawing.Label;
import dev.flyball.lab.report.chart.Drawing.Mark;
import dev.flyball.lab.report.chart.Drawing.Spot;
import dev.flyball.lab.report.chart.LineChart.Point;
import dev.flyball.lab.report.chart.LineChart.Series;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/** What a chart draws, and that a drawing is written whole. */
class ChartTest {

  private static final Axis TIME = Axis.of("time", "s");
  private static final Axis RATE = Axis.of("rate", "/s");
  private static final double NAN = Double.NaN;

  @Test
  void aLineHasAllItsPointsAndASampleInTheLegend() {
    Drawing drawing = lines(series("a", 1, 2, 3), series("b", 3, 2, 1)).draw(800, false);
    assertThat(curves(drawing, 0)).extracting(curve -> curve.spots().size()).containsExactly(2, 3);
    assertThat(curves(drawing, 1)).extracting(curve -> curve.spots().size()).containsExactly(2, 3);
    assertThat(texts(drawing)).contains("a", "b", "rate, /s", "time, s");
  }

  @Test
  void anUnknownPointIsAGapAndAPointAloneIsADot() {
    Drawing drawing = lines(series("a", 1, 2, NAN, 5, NAN, 3, 4)).draw(800, false);
    assertThat(curves(drawing, 0)).hasSize(3);
    assertThat(all(drawing, Dot.class)).hasSize(1);
  }

  @Test
  void aStepHoldsItsValueUntilTheNextPointAndUpToAGap() {
    Drawing drawing = lines(Series.steps("a", points(2, 5, NAN))).draw(800, false);
    List<Spot> spots = curves(drawing, 0).get(1).spots();
    assertThat(spots).hasSize(4);
    assertThat(spots.get(1).y()).isEqualTo(spots.get(0).y());
    assertThat(spots.get(2).x()).isEqualTo(spots.get(1).x());
    assertThat(spots.get(3).y()).isEqualTo(spots.get(2).y());
  }

  @Test
  void oneLastStepIsADotWhereItStands() {
    Drawing drawing = lines(Series.steps("a", points(4))).draw(800, false);
    assertThat(all(drawing, Dot.class)).hasSize(1);
  }

  @Test
  void chartsWithNothingOneOrEqualValuesStayOnThePaper() {
    onPaper(lines());
    onPaper(lines(series("empty")));
    onPaper(lines(series("unknown", NAN, NAN)));
    onPaper(lines(series("one", 5)));
    onPaper(lines(series("equal", 7, 7, 7)));
    onPaper(lines(series("zero", 0, 0, 0)));
    onPaper(lines(series("below", -5, -3, -8)));
    onPaper(lines(series("tiny", 1e-9, 2e-9)));
    onPaper(lines(series("huge", 1e12, 2e15)));
    onPaper(BarChart.of("bars", RATE, "p50"));
    onPaper(BarChart.of("bars", RATE, "p50", "p95").with("none", NAN, NAN).with("zero", 0, 0));
    onPaper(BarChart.of("bars", RATE, "p50").with("long ".repeat(80), 123456.75));
  }

  @Test
  void aChartWithoutDataSaysSo() {
    assertThat(texts(lines(series("a", NAN)).draw(400, false))).contains("no data", "a (no data)");
    assertThat(texts(lines(series("a", 1)).draw(400, false))).doesNotContain("no data");
  }

  @Test
  void wholeFiguresHaveNoTicksBetweenThem() {
    Drawing threads = lines(series("threads", 1, 2, 1)).draw(800, false);
    assertThat(texts(threads)).contains("0", "1", "2").noneMatch(text -> text.contains("."));
    assertThat(texts(lines(series("rate", 1, 1.5)).draw(800, false))).contains("0.5");
  }

  @Test
  void aHigherValueIsDrawnHigher() {
    List<Spot> spots = curves(lines(series("a", 0, 10, 5)).draw(800, false), 0).get(1).spots();
    assertThat(spots.get(1).y()).isLessThan(spots.get(2).y());
    assertThat(spots.get(2).y()).isLessThan(spots.get(0).y());
  }

  @Test
  void barsAreAsLongAsTheirValues() {
    Drawing drawing =
        BarChart.of("bars", RATE, "p50", "p95")
            .with("a", 10, 20)
            .with("b", NAN, 40)
            .draw(700, true);
    List<Box> bars = all(drawing, Box.class).stream().filter(b -> !b.hover().isEmpty()).toList();
    assertThat(bars).hasSize(3);
    assertThat(bars.get(1).width()).isCloseTo(2 * bars.get(0).width(), within());
    assertThat(bars.get(2).width()).isCloseTo(4 * bars.get(0).width(), within());
    assertThat(bars.get(0).hover()).isEqualTo("a, p50: 10 /s");
    assertThat(texts(drawing)).contains("bars", "a", "b", "10", "20", "40", "–");
  }

  @Test
  void aDenseLineIsThinnedToWhatCanBeSeenAndKeepsItsPeak() {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      points.add(new Point(i, i == 54_321 ? 1000 : i % 10));
    }
    Drawing drawing = lines(Series.of("dense", points)).draw(800, false);
    Curve curve = curves(drawing, 0).get(1);
    assertThat(curve.spots().size()).isLessThan(4 * 801);
    double highest = curve.spots().stream().mapToDouble(Spot::y).min().orElse(NAN);
    assertThat(all(drawing, Drawing.Line.class).stream().mapToDouble(Drawing.Line::y1).min())
        .hasValueCloseTo(highest, within());
  }

  @Test
  void svgIsWellFormedAndHasAnElementForEveryMark() throws Exception {
    Drawing drawing = lines(series("<a> & \"b\"", 1, 2, NAN, 3)).draw(600, true);
    Document svg = xml(drawing.svg());
    assertThat(svg.getElementsByTagName("polyline").getLength())
        .isEqualTo(all(drawing, Curve.class).size());
    assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(1);
    assertThat(svg.getElementsByTagName("text").getLength())
        .isEqualTo(all(drawing, Label.class).size());
    assertThat(svg.getDocumentElement().getAttribute("aria-label")).contains("<a> & \"b\"");
  }

  @Test
  void controlCharactersDoNotSpoilTheSvg() throws Exception {
    String broken = "a\u0000b\u001bc\ud800d\uffffe";
    Drawing drawing = lines(series(broken, 1, 2)).draw(600, true);
    assertThat(xml(drawing.svg()).getDocumentElement().getTagName()).isEqualTo("svg");
  }

  @Test
  void pngHasTwoPixelsForEachOfTheDrawing() throws Exception {
    Drawing drawing = lines(series("a", 1, 2)).draw(300, true);
    var image = ImageIO.read(new ByteArrayInputStream(drawing.png()));
    assertThat(image.getWidth()).isEqualTo(600);
    assertThat(image.getHeight()).isEqualTo(2 * drawing.height());
    assertThat(image.getRGB(0, 0)).isEqualTo(0xffffffff);
  }

  @Test
  void whatCannotBeDrawnIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Series.of("a", List.of(new Point(2, 1), new Point(1, 1))))
        .withMessage("x must not fall along 'a' but was 1.0 after 2.0");
    assertThatIllegalArgumentException().isThrownBy(() -> new Point(NAN, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Point(1, Double.NEGATIVE_INFINITY));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BarChart.of("b", RATE, "p50", "p95").with("a", 1))
        .withMessage("values of 'a' must be 2 but were 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BarChart.of("b", RATE, "p50").with("a", -1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BarChart.of("b", RATE, "1", "2", "3", "4", "5", "6"))
        .withMessage("series must be from 1 to 5 but were 6");
  }

  @Test
  void noTwoLinesOfAChartLookTheSameAndNeighboursDifferWithoutColour() {
    List<String> looks = new ArrayList<>();
    for (int i = 0; i < Ink.LINES; i++) {
      looks.add(Ink.line(i).onLight() + " " + Ink.line(i).dash());
    }
    assertThat(looks).doesNotHaveDuplicates();
    assertThat(Stream.of(0, 1, 2, 3, 4, 5).map(i -> Ink.line(i).dash())).doesNotHaveDuplicates();
  }

  private static void onPaper(Chart chart) {
    for (int width : new int[] {200, 340, 880}) {
      Drawing drawing = chart.draw(width, true);
      for (Mark mark : drawing.marks()) {
        for (Spot spot : corners(mark)) {
          assertThat(spot.x()).as(chart.title() + mark).isBetween(0.0, (double) width);
          assertThat(spot.y()).as(chart.title() + mark).isBetween(0.0, (double) drawing.height());
        }
      }
    }
  }

  private static List<Spot> corners(Mark mark) {
    if (mark instanceof Curve curve) {
      return curve.spots();
    }
    if (mark instanceof Drawing.Line line) {
      return List.of(new Spot(line.x1(), line.y1()), new Spot(line.x2(), line.y2()));
    }
    if (mark instanceof Box box) {
      return List.of(
          new Spot(box.x(), box.y()), new Spot(box.x() + box.width(), box.y() + box.height()));
    }
    if (mark instanceof Dot dot) {
      return List.of(new Spot(dot.x(), dot.y()));
    }
    Label label = (Label) mark;
    double width = label.text().length() * 4.5;
    double left =
        label.anchor() == Anchor.START
            ? label.x()
            : label.anchor() == Anchor.END ? label.x() - width : label.x() - width / 2;
    return List.of(new Spot(left, label.y()), new Spot(left + width, label.y()));
  }

  private static Offset<Double> within() {
    return Offset.offset(1e-6);
  }

  private static LineChart lines(Series... series) {
    return LineChart.of("chart", TIME, RATE, series);
  }

  private static Series series(String name, double... ys) {
    return Series.of(name, points(ys));
  }

  private static List<Point> points(double... ys) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < ys.length; i++) {
      points.add(new Point(i, ys[i]));
    }
    return points;
  }

  private static List<Curve> curves(Drawing drawing, int line) {
    return all(drawing, Curve.class).stream()
        .filter(curve -> curve.ink().equals(Ink.line(line)))
        .toList();
  }

  private static List<String> texts(Drawing drawing) {
    return all(drawing, Label.class).stream().map(Label::text).toList();
  }

  private static <M extends Mark> List<M> all(Drawing drawing, Class<M> kind) {
    return drawing.marks().stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  private static Document xml(String text) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }
}
