/**
 * The edge of a servlet application: who gets in is decided before a request costs anything.
 *
 * <p>Start reading at {@link dev.flyball.adapters.servlet.AdmissionFilter}. What may never be here:
 * a type of one container; whatever is done here, is done with the Servlet API, 6.0 or later.
 */
@NullMarked
package dev.flyball.adapters.servlet;

import org.jspecify.annotations.NullMarked;
