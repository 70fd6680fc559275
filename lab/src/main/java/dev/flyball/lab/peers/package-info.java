/**
 * What others have published as a library, to be raced against: run by its own classes, in virtual
 * time.
 *
 * <p>Start reading at {@link dev.flyball.lab.peers.Peers}. What may never be here: an algorithm
 * written anew; a peer that is no library is a policy of the catalogue.
 */
@NullMarked
package dev.flyball.lab.peers;

import org.jspecify.annotations.NullMarked;
