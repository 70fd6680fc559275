package dev.flyball.adapters.servlet;

import dev.flyball.admission.TaskOptions;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** The part of the filter that lets a request through now, later, or not at all. */
interface Gate {

  /** Deals with a request of which this was said. */
  void pass(
      HttpServletRequest request,
      HttpServletResponse response,
      FilterChain chain,
      TaskOptions options)
      throws IOException, ServletException;

  /** Deals with a request that comes by once more, dispatched by the servlet, or by the gate. */
  void passAgain(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException;

  /** Whether the request has been here before. */
  boolean knows(HttpServletRequest request);

  /** Requests whose client was found to have gone while they waited. */
  long clientsGone();

  /** Lets go of all that it holds. */
  void close();
}
