import type { BusyPeriod, BusyType } from "@snart/calendar/free-busy/merge-busy-periods.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { record, text } from "../items/items.ts";
import { jmap, refusal, type JmapRecord } from "../jmap-client.ts";
import type { ApiProblem } from "../problem.ts";

type Asked<T> = Promise<Result<T, ApiProblem>>;

/** A time at which somebody is away; instants, the end exclusive. */
export interface Away {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** When somebody is busy, as far as the viewer may know. */
export interface FreeBusy {
  /** IANA name; null if it is not said */
  readonly timeZone: string | null;
  /** by start, without overlaps */
  readonly busy: readonly BusyPeriod[];
  /** what they have written for others */
  readonly absences: readonly Away[];
}

/** One's own hours and absences. */
export interface OwnHours {
  /** "08:00-17:00,…", seven days from Monday; null: none are said, or not as one week */
  readonly workingHours: string | null;
  /** another app says more than a week and a list can show */
  readonly hasMore: boolean;
  readonly absences: readonly OwnAbsence[];
}

export interface OwnAbsence extends Away {
  readonly id: string;
  /** whether those who may see when one is busy read its text */
  readonly isTold: boolean;
}

const STATUS: Readonly<Record<string, BusyType>> = {
  confirmed: "BUSY",
  tentative: "BUSY-TENTATIVE",
  unavailable: "BUSY-UNAVAILABLE",
};

const records = (value: unknown): readonly JmapRecord[] =>
  Array.isArray(value) ? (value as unknown[]).map(record) : [];
const spanOf = (it: JmapRecord) => ({ from: instant(it["utcStart"]), to: instant(it["utcEnd"]) });
const instant = (value: unknown): number => Date.parse(text(value)) || 0;
const momentText = (at: number): string => new Date(at).toISOString().replace(/\.000Z$/, "Z");

/**
 * When several people are busy from one instant to another, by their ids on the server; of whom the viewer may not know it
 * there is no entry. `exceptUid` is the event that is being planned.
 */
export async function fetchFreeBusy(
  accountId: string,
  ids: readonly string[],
  window: { readonly from: number; readonly to: number },
  exceptUid: string | null,
): Asked<ReadonlyMap<string, FreeBusy>> {
  const given = await jmap.callOne("FreeBusy/get", {
    accountId,
    ids,
    utcStart: momentText(window.from),
    utcEnd: momentText(window.to),
    exceptUid,
  });
  if (!given.ok) return given;
  return ok(new Map(records(given.value["list"]).map((it) => [text(it["id"]), freeBusyOf(it)])));
}

const freeBusyOf = (it: JmapRecord): FreeBusy => ({
  timeZone: typeof it["timeZone"] === "string" ? it["timeZone"] : null,
  busy: records(it["busyPeriods"]).map((period) => ({
    ...spanOf(period),
    type: STATUS[text(period["busyStatus"])] ?? "BUSY",
  })),
  absences: records(it["absences"]).map((away) => ({ ...spanOf(away), text: text(away["text"]) })),
});

/** One's own hours and absences, whatever app they were written with. */
export async function fetchOwnHours(accountId: string): Asked<OwnHours> {
  const given = await jmap.callOne("Availability/get", { accountId, ids: null });
  if (!given.ok) return given;
  const [it = {}] = records(given.value["list"]);
  return ok({
    workingHours: typeof it["workingHours"] === "string" ? it["workingHours"] : null,
    hasMore: it["hasMore"] === true,
    absences: Object.entries(record(it["absences"]))
      .map(([id, value]) => {
        const one = record(value);
        return { id, ...spanOf(one), text: text(one["text"]), isTold: one["isTold"] === true };
      })
      .toSorted((a, b) => a.from - b.from),
  });
}

/** Says by which hours one is to be had; null: by none in particular. */
export const setOwnWeek = (accountId: string, workingHours: string | null): Asked<true> =>
  setOwn(accountId, { workingHours });

/** Says that one is away, or says it otherwise; null: not any more. */
export const setOwnAbsence = (
  accountId: string,
  id: string,
  absence: Omit<OwnAbsence, "id"> | null,
): Asked<true> =>
  setOwn(accountId, {
    [`absences/${id.replaceAll("~", "~0").replaceAll("/", "~1")}`]: absence && {
      utcStart: momentText(absence.from),
      utcEnd: momentText(absence.to),
      text: absence.text,
      isTold: absence.isTold,
    },
  });

async function setOwn(accountId: string, patch: JmapRecord): Asked<true> {
  const given = await jmap.callOne("Availability/set", { accountId, update: { singleton: patch } });
  if (!given.ok) return given;
  const error = record(given.value["notUpdated"])["singleton"];
  return error === undefined ? ok(true) : failed(refusal(record(error)));
}
