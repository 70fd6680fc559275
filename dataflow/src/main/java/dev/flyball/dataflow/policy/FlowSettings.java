package dev.flyball.dataflow.policy;

import dev.flyball.base.Require;
import dev.flyball.dataflow.network.Host;
import dev.flyball.dataflow.network.Node;

/**
 * The settings of {@link FlowPolicy#planned}. Times are counted in windows.
 *
 * @param utilisationMax the planned utilisation of threads, above 0 and below 1
 * @param utilisationHold a stage that is no busier than this keeps its threads although the plan
 *     has more; from utilisationMax to 1
 * @param coresBusyMax the share of the processors from which on they count as used up
 * @param warmUpWindows windows at the beginning in which the policy learns nothing and does nothing
 * @param shrinkWindows a stage shrinks to the maximum number of threads wanted in so many windows
 * @param retryWindows how long a number of threads that gained nothing is not tried again, the
 *     first time; twice as long each further time
 * @param recordsMin records that a stage must have done before its rate is believed; windows are
 *     added up until then
 * @param gainMin the share of the predicted gain below which a change has gained nothing
 * @param catchUpSeconds the target time to work off waiting records
 */
public record FlowSettings(
    double utilisationMax,
    double utilisationHold,
    double coresBusyMax,
    int warmUpWindows,
    int shrinkWindows,
    int retryWindows,
    long recordsMin,
    double gainMin,
    double catchUpSeconds) {

  /** For windows of about a second. */
  public static final FlowSettings DEFAULT =
      new FlowSettings(Node.UTILISATION_MAX, 0.9, Host.CPU_UTILISATION_MAX, 2, 30, 60, 20, 0.1, 10);

  public FlowSettings {
    Require.above("utilisationMax", 0, utilisationMax);
    Require.between("utilisationMax", 0, 0.99, utilisationMax);
    Require.between("utilisationHold", utilisationMax, 1, utilisationHold);
    Require.between("coresBusyMax", 0.1, 1, coresBusyMax);
    Require.atLeast("warmUpWindows", 0, warmUpWindows);
    Require.atLeast("shrinkWindows", 1, shrinkWindows);
    Require.atLeast("retryWindows", 1, retryWindows);
    Require.countAtLeast("recordsMin", 1, recordsMin);
    Require.between("gainMin", 0, 1, gainMin);
    Require.above("catchUpSeconds", 0, catchUpSeconds);
  }

  /** The same with other times, in windows. */
  public FlowSettings withWindows(int warmUp, int shrink, int retry) {
    return new FlowSettings(
        utilisationMax,
        utilisationHold,
        coresBusyMax,
        warmUp,
        shrink,
        retry,
        recordsMin,
        gainMin,
        catchUpSeconds);
  }
}
