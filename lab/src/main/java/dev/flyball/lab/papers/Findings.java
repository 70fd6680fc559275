package dev.flyball.lab.papers;

import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;

/**
 * The findings of an experiment, once for machines and once for people.
 *
 * @param figures the machine-readable form
 * @param page the form to look at
 */
public record Findings(RunReport figures, Report page) {}
