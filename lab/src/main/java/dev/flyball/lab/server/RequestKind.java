package dev.flyball.lab.server;

/**
 * A kind of request.
 *
 * @param id its name, the last step of its path {@code /kind/<id>}
 * @param share how much of the load it is, above 0 and at most 1
 * @param service what a request of it does
 */
public record RequestKind(String id, double share, Service service) {}
