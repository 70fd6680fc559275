/** Tests of the call data program: its protocol, and whether it loses tickets. */
@NullMarked
package dev.flyball.lab.calldata;

import org.jspecify.annotations.NullMarked;
