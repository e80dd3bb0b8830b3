import type { EventType, Host } from "./event-type.ts";

/** Who takes part in every booking, and of whom one is chosen for each, both in the event type's order. */
export interface HostRoles {
  readonly required: readonly Host[];
  /** none where nobody takes turns */
  readonly pool: readonly Host[];
}

/** What each host of an event type is: in a mix that is said of each, otherwise the mode says it of all. */
export function hostRoles({ hosts, mode }: Pick<EventType, "hosts" | "mode">): HostRoles {
  const pool =
    mode === "rotate" ? hosts : mode === "mixed" ? hosts.filter(({ role }) => role === "pool") : [];
  return { required: hosts.filter((host) => !pool.includes(host)), pool };
}

/** Whether some hosts are who receives one guest of an event type: everybody who always does, and one in turn where there are such. */
export function areOneTeam(type: Pick<EventType, "hosts" | "mode">, hosts: readonly string[]): boolean {
  const { required, pool } = hostRoles(type);
  const isThere = ({ id }: Host): boolean => hosts.includes(id);
  const inTurn = pool.filter(isThere).length;
  const expected = Math.min(pool.length, 1);
  return required.every(isThere) && inTurn === expected && hosts.length === required.length + expected;
}
