import type { DisplayRecord, DoorOutcome, DoorRecord } from "@snart/calendar/jmap/door.ts";
import type { WallRecord } from "@snart/calendar/jmap/wall.ts";
import { ok } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";
import type { JsonRecord } from "../read-json.ts";
import { request } from "../request.ts";

/** What a screen at a door or on a wall shows. */
export async function fetchDoor(token: string): Asked<DoorRecord | WallRecord> {
  const given = await request(`/door/${encodeURIComponent(token)}`);
  return given.ok ? ok(given.value as DoorRecord | WallRecord) : given;
}

/** What somebody wants at a door. */
export type DoorAct =
  | { readonly kind: "checkIn" }
  | { readonly kind: "finish" }
  | { readonly kind: "comeLater"; readonly start: number }
  | {
      readonly kind: "book";
      readonly start: number;
      readonly end: number;
      /** the same key again is the same booking */
      readonly key?: string;
      /** the version of the house rules that is accepted */
      readonly acceptedRules?: number;
    };

/** Who somebody is at a door: a household by its PIN, or by a tag. */
export type WhoAtDoor = { readonly household: string; readonly pin: string } | { readonly tag: string };

/** Does it for a household. */
export async function actAtDoor(
  token: string,
  thing: string,
  who: WhoAtDoor,
  act: DoorAct,
): Asked<DoorOutcome> {
  const body = { thing, ...who, act };
  const given = await request(`/door/${encodeURIComponent(token)}`, { method: "POST", body });
  return given.ok ? ok(given.value as DoorOutcome) : given;
}

/** The screens that show what the reader manages, and the walls that they have made. */
export const fetchDisplays = (accountId: string): Asked<readonly DisplayRecord[]> =>
  jmap.get("Display", accountId);

type NewDisplay = Partial<Pick<DisplayRecord, "bookableIds" | "calendarIds" | "showsPrivate">>;

/** @returns the token of the new screen's link, which is shown this once */
export async function makeDisplay(accountId: string, name: string, shown: NewDisplay): Asked<string> {
  const made = await jmap.setOne("Display/set", { accountId, create: { new: { name, ...shown } } });
  return made.ok ? ok(String(made.value["token"])) : made;
}

export const removeDisplay = (accountId: string, id: string): Asked<JsonRecord> =>
  jmap.setOne("Display/set", { accountId, destroy: [id] });
