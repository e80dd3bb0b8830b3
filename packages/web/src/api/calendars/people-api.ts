import { ok, type Result } from "@snart/calendar/result.ts";
import { record, text } from "../items/items.ts";
import { CALENDARS, jmap } from "../jmap-client.ts";
import type { ApiProblem } from "../problem.ts";
import type { Party } from "./sharing-api.ts";

/** Somebody, or a room, that can be asked to an event. */
export interface Person extends Party {
  readonly isRoom: boolean;
  /** IANA name, if the viewer may know when they are busy */
  readonly timeZone: string | null;
  /** whether the viewer may know when they are busy */
  readonly isBusyShown: boolean;
}

/** Everybody and every room on the server that the viewer may know of and who can be asked, oneself included. */
export async function fetchPeople(accountId: string): Promise<Result<readonly Person[], ApiProblem>> {
  const given = await jmap.callOne("Principal/get", { accountId, ids: null });
  if (!given.ok) return given;
  const list = Array.isArray(given.value["list"]) ? (given.value["list"] as unknown[]) : [];
  return ok(list.map((it) => personOf(record(it))).filter(({ email }) => email !== null));
}

function personOf(it: Readonly<Record<string, unknown>>): Person {
  const calendars = record(record(it["capabilities"])[CALENDARS]);
  return {
    id: text(it["id"]),
    name: text(it["name"]),
    email: typeof it["email"] === "string" ? it["email"].toLowerCase() : null,
    isGroup: it["type"] === "group",
    isRoom: it["type"] === "resource" || it["type"] === "location",
    timeZone: typeof it["timeZone"] === "string" ? it["timeZone"] : null,
    isBusyShown: calendars["mayGetAvailability"] === true,
  };
}
