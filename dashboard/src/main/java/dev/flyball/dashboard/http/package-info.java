/**
 * The small HTTP server of the dashboard.
 *
 * <p>Start reading at {@link dev.flyball.dashboard.http.HttpServer}, which accepts connections and
 * bounds their number, then {@code RequestReader}, which is all that a stranger's bytes reach.
 *
 * <p>The JDK's own server is not used: it can neither bound its connections nor close one whose
 * request never comes, so that any client could take all descriptors of the program that it runs
 * in. Nothing here knows what is served. It is part of the dashboard, not of its public door.
 */
@NullMarked
package dev.flyball.dashboard.http;

import org.jspecify.annotations.NullMarked;
