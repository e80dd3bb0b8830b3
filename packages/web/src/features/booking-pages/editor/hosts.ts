import type { EventType, Host } from "@snart/calendar/booking-page/event-type.ts";

/** Hosts as a mode has them: the first alone, or without the shares that only those who take turns have. */
export function hostsIn(mode: EventType["mode"], hosts: readonly Host[]): readonly Host[] {
  if (mode === "rotate") return hosts;
  const plain = hosts.map(({ id }) => ({ id }));
  return mode === "one" ? plain.slice(0, 1) : plain;
}

/** With somebody or without them; whoever is new comes last. */
export function withHost(hosts: readonly Host[], id: string, isOn: boolean): readonly Host[] {
  const others = hosts.filter((host) => host.id !== id);
  return isOn ? [...others, { id }] : others;
}
