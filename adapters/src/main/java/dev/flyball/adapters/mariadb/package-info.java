/**
 * A running MariaDB server's thread pool as something that can be governed.
 *
 * <p>Start reading at {@link dev.flyball.adapters.mariadb.MariaDbThreadPool}, the whole of it from
 * outside; behind it a {@code ControlConnection} speaks to the server, a {@code Snapshot} is what
 * the server said at one moment, and {@code SnapshotWindow} makes two of them an observation.
 *
 * <p>Nothing here decides a size, nothing here writes to a server but what it was told to, and no
 * password ever gets into a message.
 */
@NullMarked
package dev.flyball.adapters.mariadb;

import org.jspecify.annotations.NullMarked;
