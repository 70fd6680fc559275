/**
 * Pictures of figures. A {@link dev.flyball.lab.report.chart.Chart} is a record that lays itself
 * out, for any width, as a {@link dev.flyball.lab.report.chart.Drawing}, which is written as SVG or
 * as PNG.
 */
@NullMarked
package dev.flyball.lab.report.chart;

import org.jspecify.annotations.NullMarked;
