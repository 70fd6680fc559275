/** Telemetry in OpenTelemetry's own SDK. */
@NullMarked
package dev.flyball.adapters.opentelemetry;

import org.jspecify.annotations.NullMarked;
