import type { EventType, Host } from "@snart/calendar/booking-page/event-type.ts";

/** A share of one goes without saying. */
const withWeight = ({ weight = 1 }: Host): Pick<Host, "weight"> => (weight === 1 ? {} : { weight });

/** Hosts as a mode has them: the first alone; with shares where they take turns; in a mix with a role each, the first required where none has one. */
export function hostsIn(mode: EventType["mode"], hosts: readonly Host[]): readonly Host[] {
  switch (mode) {
    case "one":
      return hosts.slice(0, 1).map(({ id }) => ({ id }));
    case "collective":
      return hosts.map(({ id }) => ({ id }));
    case "rotate":
      return hosts.map((host) => ({ id: host.id, ...withWeight(host) }));
    case "mixed": {
      const areNew = hosts.every(({ role }) => role === undefined);
      return hosts.map((host, at) => {
        const role = host.role ?? (areNew && at === 0 ? "required" : "pool");
        return { id: host.id, role, ...(role === "pool" && withWeight(host)) };
      });
    }
  }
}

/** With somebody or without them; whoever is new comes last. */
export function withHost(hosts: readonly Host[], id: string, isOn: boolean): readonly Host[] {
  const others = hosts.filter((host) => host.id !== id);
  return isOn ? [...others, { id }] : others;
}
