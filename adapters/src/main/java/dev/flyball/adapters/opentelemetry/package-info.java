/**
 * Metrics, histograms and span events by OpenTelemetry.
 *
 * <p>Start with {@link dev.flyball.adapters.opentelemetry.FlyballTelemetry}. Only {@link
 * dev.flyball.adapters.opentelemetry.TaskTimeHistograms} needs OpenTelemetry's SDK; all else needs
 * its API alone.
 */
@NullMarked
package dev.flyball.adapters.opentelemetry;

import org.jspecify.annotations.NullMarked;
