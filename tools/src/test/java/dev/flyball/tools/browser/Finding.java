package dev.flyball.tools.browser;

import java.util.List;

/**
 * Something on a page that keeps people from using it, as axe-core names it.
 *
 * @param rule the rule that is broken
 * @param impact how bad that is: minor, moderate, serious or critical
 * @param help what the rule asks for
 * @param places the elements, as selectors
 */
public record Finding(String rule, String impact, String help, List<String> places) {

  public Finding {
    places = List.copyOf(places);
  }

  /** Whether people are kept from using the page by it, and not only hindered. */
  boolean isGrave() {
    return impact.equals("serious") || impact.equals("critical");
  }
}
