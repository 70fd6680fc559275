/**
 * The server tier: an embedded Tomcat on loopback whose requests run on a pool given from outside,
 * and the work those requests are.
 *
 * <p>Start reading at {@link dev.flyball.lab.server.LabServer}, then {@link
 * dev.flyball.lab.server.Workload} and {@link dev.flyball.lab.server.Service} (what a request
 * does).
 *
 * <p>What may never be here: a pool of its own for the work under test; work that is simulated
 * where it can be real; an address other than loopback.
 */
@NullMarked
package dev.flyball.lab.server;

import org.jspecify.annotations.NullMarked;
