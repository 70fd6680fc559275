package dev.flyball.policies;

import dev.flyball.policies.climb.GradientClimb;
import dev.flyball.policies.climb.HillClimb;
import dev.flyball.policies.climb.StepClimb;
import dev.flyball.policies.climb.ThroughputProbe;
import dev.flyball.policies.climb.distribution.DistributionClimb;
import dev.flyball.policies.climb.paired.PairedClimb;
import dev.flyball.policies.climb.wave.WaveClimb;
import dev.flyball.policies.law.BlockingCoefficient;
import dev.flyball.policies.law.CpuShare;
import dev.flyball.policies.law.LittlesLaw;
import dev.flyball.policies.law.MovingAverage;
import dev.flyball.policies.law.PrintedWorkloadProfile;
import dev.flyball.policies.law.RequestRate;
import dev.flyball.policies.law.UtilisationTarget;
import dev.flyball.policies.law.Watermark;
import dev.flyball.policies.law.WorkloadProfile;
import dev.flyball.policies.limit.AdditiveIncrease;
import dev.flyball.policies.limit.LatencyGradient;
import dev.flyball.policies.limit.QueueSojourn;
import dev.flyball.policies.limit.Vegas;
import dev.flyball.policies.signal.FrameRate;
import dev.flyball.policies.signal.SleepJitter;
import dev.flyball.policy.spec.PolicyEntry;
import dev.flyball.policy.spec.PolicyProvider;
import java.util.List;

/** The published sizing methods, for the catalogue. */
public final class PublishedPolicies implements PolicyProvider {

  @Override
  public List<PolicyEntry> policies() {
    return List.of(
        RequestRate.ENTRY,
        PrintedWorkloadProfile.ENTRY,
        WorkloadProfile.ENTRY,
        LittlesLaw.ENTRY,
        BlockingCoefficient.ENTRY,
        UtilisationTarget.ENTRY,
        Watermark.ENTRY,
        MovingAverage.ENTRY,
        FrameRate.ENTRY,
        CpuShare.ENTRY,
        SleepJitter.ENTRY,
        QueueSojourn.ENTRY,
        AdditiveIncrease.ENTRY,
        Vegas.ENTRY,
        LatencyGradient.ENTRY,
        GradientClimb.ENTRY,
        StepClimb.ENTRY,
        ThroughputProbe.ENTRY,
        HillClimb.ENTRY,
        DistributionClimb.ENTRY,
        WaveClimb.ENTRY,
        PairedClimb.ENTRY);
  }
}
