/**
 * What runs in your process: pools, limiters and permits that size themselves.
 *
 * <p>What is exported to all is for users and for policies of their own; the other packages are for
 * Flyball's own modules, and change without notice.
 */
@SuppressWarnings("module") // the modules that the inner packages are exported to come later
module dev.flyball {
  requires static transitive org.jspecify;
  requires transitive java.management;
  requires jdk.management;
  requires jdk.jfr;

  exports dev.flyball;
  exports dev.flyball.admission;
  exports dev.flyball.control;
  exports dev.flyball.expose;
  exports dev.flyball.policy;
  exports dev.flyball.policy.catalogue;
  exports dev.flyball.policy.spec;
  exports dev.flyball.pool;
  exports dev.flyball.pool.foreign;
  exports dev.flyball.admission.line to
      dev.flyball.sim;
  exports dev.flyball.base to
      dev.flyball.adapters,
      dev.flyball.dashboard,
      dev.flyball.dataflow,
      dev.flyball.files,
      dev.flyball.lab,
      dev.flyball.policies,
      dev.flyball.sim,
      dev.flyball.tools;
  exports dev.flyball.expose.view to
      dev.flyball.dashboard,
      dev.flyball.dataflow,
      dev.flyball.tools;
  exports dev.flyball.measure to
      dev.flyball.dataflow,
      dev.flyball.lab,
      dev.flyball.sim,
      dev.flyball.tools;
  exports dev.flyball.measure.thread to
      dev.flyball.adapters,
      dev.flyball.dataflow;
  exports dev.flyball.pool.adopt to
      dev.flyball.adapters,
      dev.flyball.sim;
  exports dev.flyball.policy.part to
      dev.flyball.policies,
      dev.flyball.sim;
  exports dev.flyball.policy.guard to
      dev.flyball.policies;
  exports dev.flyball.policy.standard to
      dev.flyball.sim;

  uses dev.flyball.policy.spec.PolicyProvider;
  uses dev.flyball.pool.foreign.ForeignPoolProvider;
}
