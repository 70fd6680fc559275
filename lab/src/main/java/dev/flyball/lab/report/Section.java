package dev.flyball.lab.report;

/** One part of a {@link Report}, shown in the order in which the report has them. */
public sealed interface Section
    permits Paragraph, Table, Picture, Photograph, Printed, Facts, CommandSection {}
