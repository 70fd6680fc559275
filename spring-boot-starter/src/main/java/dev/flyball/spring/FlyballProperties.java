package dev.flyball.spring;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/** What an application says of its pools, below {@code flyball}; another property is an error. */
@ConfigurationProperties(prefix = "flyball", ignoreUnknownFields = false)
public class FlyballProperties {

  /** What is done with a pool. */
  public enum Mode {
    /** Nothing. */
    OFF,
    /** It is measured, and the size that would be right is shown; the size stays. */
    ADVISE,
    /** Its size follows the advice. */
    GOVERN
  }

  /** What is done with pools that Boot makes and with those here, unless they say otherwise. */
  private Mode mode = Mode.ADVISE;

  /** Pools of the application, by name; each is a bean of that name. */
  private Map<String, Pool> pools = new LinkedHashMap<>();

  /** Pools that Boot has made. */
  private final Adopt adopt = new Adopt();

  public Mode getMode() {
    return mode;
  }

  public void setMode(Mode mode) {
    this.mode = mode;
  }

  public Map<String, Pool> getPools() {
    return pools;
  }

  public void setPools(Map<String, Pool> pools) {
    this.pools = pools;
  }

  public Adopt getAdopt() {
    return adopt;
  }

  /** Any pool. */
  public static class Target {

    /** What is done with it; as {@code flyball.mode} says, if not set. */
    private @Nullable Mode mode;

    /** The least size, in workers, at least 1. */
    private @Nullable Integer min;

    /** The largest size, in workers. */
    private @Nullable Integer max;

    /**
     * The policy that sizes it, as in {@code flyball(drain=100ms)}; the default policy if not set.
     */
    private @Nullable String policy;

    public @Nullable Mode getMode() {
      return mode;
    }

    public void setMode(@Nullable Mode mode) {
      this.mode = mode;
    }

    public @Nullable Integer getMin() {
      return min;
    }

    public void setMin(@Nullable Integer min) {
      this.min = min;
    }

    public @Nullable Integer getMax() {
      return max;
    }

    public void setMax(@Nullable Integer max) {
      this.max = max;
    }

    public @Nullable String getPolicy() {
      return policy;
    }

    public void setPolicy(@Nullable String policy) {
      this.policy = policy;
    }
  }

  /** A pool of the application. */
  public static class Pool extends Target {

    /** The size at the start, in workers; it stays so where the mode is not {@code govern}. */
    private @Nullable Integer size;

    /** How many tasks may wait; as many as there are, if not set. */
    private @Nullable Integer queueCapacity;

    /** How long a task may take from its arrival on; what cannot be done in time is turned away. */
    private @Nullable Duration deadline;

    public @Nullable Integer getSize() {
      return size;
    }

    public void setSize(@Nullable Integer size) {
      this.size = size;
    }

    public @Nullable Integer getQueueCapacity() {
      return queueCapacity;
    }

    public void setQueueCapacity(@Nullable Integer queueCapacity) {
      this.queueCapacity = queueCapacity;
    }

    public @Nullable Duration getDeadline() {
      return deadline;
    }

    public void setDeadline(@Nullable Duration deadline) {
      this.deadline = deadline;
    }
  }

  /** Pools that Boot has made. */
  public static class Adopt {

    /** Boot's executor for {@code @Async} methods and asynchronous requests. */
    private final Target async = new Target();

    /** The threads of the embedded Tomcat. */
    private final Target tomcat = new Target();

    /** The threads of the embedded Jetty. */
    private final Target jetty = new Target();

    /** The connections of each HikariCP data source. */
    private final Target hikari = new Target();

    public Target getAsync() {
      return async;
    }

    public Target getTomcat() {
      return tomcat;
    }

    public Target getJetty() {
      return jetty;
    }

    public Target getHikari() {
      return hikari;
    }
  }
}
