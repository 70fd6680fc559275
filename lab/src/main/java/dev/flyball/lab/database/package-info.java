/**
 * The database tier: a real MariaDB server that needs no installation, and real load on it.
 *
 * <p>Start reading at {@link dev.flyball.lab.database.DatabaseServer}, the server as a process that
 * can be started, frozen, killed and started again; then {@link dev.flyball.lab.database.Profile},
 * the transactions clients run, and {@link dev.flyball.lab.database.DatabaseLoad}, the clients:
 * {@link dev.flyball.lab.database.ClientLoad} are our own.
 *
 * <p>What may never be here: a policy, a governor, anything that decides the size of the server's
 * thread pool; chance that does not come from a seed; a server that outlives its test.
 */
@NullMarked
package dev.flyball.lab.database;

import org.jspecify.annotations.NullMarked;
