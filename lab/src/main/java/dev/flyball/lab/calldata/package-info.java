/**
 * The program of Hlavacs and Nussbaumer, "Optimization for Multi-thread Data-Flow Software", for
 * real: tickets with call data come over a socket, are decoded, converted, and then stored twice,
 * in files and in a MariaDB.
 *
 * <p>Start reading at {@link dev.flyball.lab.calldata.CallDataProgram}, which wires the four
 * stages; {@link dev.flyball.lab.calldata.CallTicket} has the frames, {@link
 * dev.flyball.lab.calldata.TicketGenerator} the telecom network, and {@link
 * dev.flyball.lab.calldata.TicketAccount} says whether every ticket is where it belongs. What may
 * never be here: a decision how many threads a stage should have.
 */
@NullMarked
package dev.flyball.lab.calldata;

import org.jspecify.annotations.NullMarked;
