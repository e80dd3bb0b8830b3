import type { DisplayRecord, DoorOutcome, DoorRecord } from "@snart/calendar/jmap/door.ts";
import { ok } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";
import type { JsonRecord } from "../read-json.ts";
import { request } from "../request.ts";

/** What a screen at a door shows. */
export async function fetchDoor(token: string): Asked<DoorRecord> {
  const given = await request(`/door/${encodeURIComponent(token)}`);
  return given.ok ? ok(given.value as DoorRecord) : given;
}

/** What somebody wants at a door. */
export type DoorAct =
  | { readonly kind: "checkIn" }
  | { readonly kind: "finish" }
  | { readonly kind: "book"; readonly start: number; readonly end: number };

/** Does it for a household. @param key of a booking: the same key again is the same booking */
export async function actAtDoor(
  token: string,
  thing: string,
  { household, pin }: { readonly household: string; readonly pin: string },
  act: DoorAct,
  key: string,
): Asked<DoorOutcome> {
  const body = { thing, household, pin, act: act.kind === "book" ? { ...act, key } : act };
  const given = await request(`/door/${encodeURIComponent(token)}`, { method: "POST", body });
  return given.ok ? ok(given.value as DoorOutcome) : given;
}

/** The screens that show what the reader manages. */
export const fetchDisplays = (accountId: string): Asked<readonly DisplayRecord[]> =>
  jmap.get("Display", accountId);

/** @returns the token of the new screen's link, which is shown this once */
export async function makeDisplay(
  accountId: string,
  name: string,
  bookableIds: readonly string[],
): Asked<string> {
  const made = await jmap.setOne("Display/set", { accountId, create: { new: { name, bookableIds } } });
  return made.ok ? ok(String(made.value["token"])) : made;
}

export const removeDisplay = (accountId: string, id: string): Asked<JsonRecord> =>
  jmap.setOne("Display/set", { accountId, destroy: [id] });
