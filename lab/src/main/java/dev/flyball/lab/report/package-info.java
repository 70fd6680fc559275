/**
 * The output of a run: its figures as JSON, a page to read, pictures.
 *
 * <p>Start reading at {@link dev.flyball.lab.report.RunReport}, the machine-readable form, then at
 * {@link dev.flyball.lab.report.Report}, the readable one. A chart is a record that lays itself out
 * as a {@link dev.flyball.lab.report.chart.Drawing}; a drawing is written as SVG or as PNG.
 *
 * <p>What may never be here: measuring, a thread, a clock, a network. Everything is given plain
 * records and returns text; only {@link dev.flyball.lab.report.RunOutput} writes files, and only
 * {@link dev.flyball.lab.report.Provenance} says where figures come from.
 */
@NullMarked
package dev.flyball.lab.report;

import org.jspecify.annotations.NullMarked;
