/** The files of docs/monitoring, proven by a real Prometheus. */
@NullMarked
package dev.flyball.spring.monitoring;

import org.jspecify.annotations.NullMarked;
