import type { HouseholdLetterRecord, HouseholdRecord } from "@snart/calendar/jmap/household.ts";
import { ok } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";
import { record, text, type JsonRecord } from "../read-json.ts";
import { request } from "../request.ts";

export const fetchHouseholds = (accountId: string): Asked<readonly HouseholdRecord[]> =>
  jmap.get("Household", accountId);

/** What a household is made of; who has no account is invited. */
export interface NewHousehold {
  readonly label: string;
  readonly name: string;
  readonly people: readonly { readonly email: string; readonly name: string }[];
  readonly language: string;
}

export const makeHousehold = (accountId: string, household: NewHousehold): Asked<JsonRecord> =>
  jmap.setOne("Household/set", { accountId, create: { new: { ...household } } });

/** `people/ID` and `tags/NUMBER` with null take one away. */
export const changeHousehold = (accountId: string, id: string, patch: JsonRecord): Asked<JsonRecord> =>
  jmap.setOne("Household/set", { accountId, update: { [id]: patch } });

/** Gives a household that the reader is in another PIN at doors. */
export const changePin = (accountId: string, householdId: string, pin: string): Asked<JsonRecord> =>
  jmap.callOne<JsonRecord>("Household/pin", { accountId, householdId, pin });

/** Cancels what it has booked from now on; its people keep their accounts. */
export const removeHousehold = (accountId: string, id: string): Asked<JsonRecord> =>
  jmap.setOne("Household/set", { accountId, destroy: [id] });

/** Makes new letters; the answer alone holds their codes and PINs. */
export async function makeLetters(
  accountId: string,
  ids: readonly string[],
): Asked<readonly HouseholdLetterRecord[]> {
  const given = await jmap.callOne<{ readonly list: readonly HouseholdLetterRecord[] }>("Household/letters", {
    accountId,
    ids,
  });
  return given.ok ? ok(given.value.list) : given;
}

/** Whose letter a code is of. */
export async function fetchLetter(code: string): Asked<string> {
  const given = await request(`/auth/household/${encodeURIComponent(code)}`);
  return given.ok ? ok(text(record(given.value)["name"])) : given;
}

/** How somebody new goes on: by a link here, or by the one in their mail (undefined). */
export async function joinByLetter(form: {
  readonly code: string;
  readonly email: string;
  readonly displayName: string;
  readonly language: string;
}): Asked<string | undefined> {
  const given = await request("/auth/join-household", { method: "POST", body: form });
  if (!given.ok) return given;
  const { path } = record(given.value);
  return ok(typeof path === "string" ? path : undefined);
}

/** Brings in somebody who is signed in. */
export const joinSignedIn = (accountId: string, code: string): Asked<JsonRecord> =>
  jmap.callOne<JsonRecord>("Household/join", { accountId, code });
