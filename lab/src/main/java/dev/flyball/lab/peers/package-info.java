/**
 * The peers that a policy of ours is compared with, and the libraries among them, run by their own
 * classes.
 *
 * <p>Start reading at {@link dev.flyball.lab.peers.Peers}, the list, then at {@link
 * dev.flyball.lab.peers.NetflixLimits}, limits for a pool of ours, and {@link
 * dev.flyball.lab.peers.JdkPools}, pools that come with their size. What may never be here: an
 * algorithm written anew; a peer that is no library is a policy of the catalogue.
 */
@NullMarked
package dev.flyball.lab.peers;

import org.jspecify.annotations.NullMarked;
