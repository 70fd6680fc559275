/**
 * {@code flyball mariadb}: database servers, one of ours under load or a running one that is tuned.
 */
@NullMarked
package dev.flyball.tools.cli.mariadb;

import org.jspecify.annotations.NullMarked;
