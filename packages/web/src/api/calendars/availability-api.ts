import type { AvailabilityRecord, FreeBusyRecord, TimeSpan } from "@snart/calendar/jmap/availability.ts";
import type { BusyPeriod, BusyType } from "@snart/calendar/free-busy/merge-busy-periods.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { ok } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";
import { listOf, type JsonRecord } from "../read-json.ts";

/** A time at which somebody is away; instants, the end exclusive. */
export interface Away {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The times at which somebody is busy, as far as the viewer may see them. */
export interface FreeBusy {
  /** IANA name; null if it is unknown */
  readonly timeZone: string | null;
  /** by start, without overlaps */
  readonly busy: readonly BusyPeriod[];
  /** their texts for others */
  readonly absences: readonly Away[];
}

/** The person's own hours and absences. */
export interface OwnHours {
  /** "08:00-17:00,…", seven days from Monday; null: not set, or not expressible as one week */
  readonly workingHours: string | null;
  /** another app has stored more than a week and a list can show */
  readonly hasMore: boolean;
  readonly absences: readonly OwnAbsence[];
}

export interface OwnAbsence extends Away {
  readonly id: string;
  /** whether people with free/busy access may read its text */
  readonly isTold: boolean;
}

const STATUS: Readonly<Record<FreeBusyRecord["busyPeriods"][number]["busyStatus"], BusyType>> = {
  confirmed: "BUSY",
  tentative: "BUSY-TENTATIVE",
  unavailable: "BUSY-UNAVAILABLE",
};

const spanOf = ({ utcStart, utcEnd }: TimeSpan) => ({ from: Date.parse(utcStart), to: Date.parse(utcEnd) });

/**
 * Returns the busy times of several people in a window, by their ids on the server; people whom the viewer may not see
 * have no entry. `exceptUid` is the event being planned.
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
    utcStart: formatUtcDateTime(window.from),
    utcEnd: formatUtcDateTime(window.to),
    exceptUid,
  });
  if (!given.ok) return given;
  return ok(new Map(listOf<"FreeBusy">(given.value).map((it) => [it.id, freeBusyOf(it)])));
}

const freeBusyOf = ({ timeZone, busyPeriods, absences }: FreeBusyRecord): FreeBusy => ({
  timeZone,
  busy: busyPeriods.map((period) => ({ ...spanOf(period), type: STATUS[period.busyStatus] })),
  absences: absences.map((away) => ({ ...spanOf(away), text: away.text })),
});

/** An event of the person's own that takes time; instants, the end exclusive. */
export interface OwnBusy {
  readonly from: number;
  readonly to: number;
  /** null: only that it takes time is told */
  readonly title: string | null;
  readonly isAllDay: boolean;
  readonly isTentative: boolean;
}

/** Returns the person's own events that take time in a window, each occurrence by itself. */
export async function fetchOwnBusy(
  accountId: string,
  window: { readonly from: number; readonly to: number },
): Asked<readonly OwnBusy[]> {
  const given = await jmap.callOne("Principal/getAvailability", {
    accountId,
    id: accountId,
    utcStart: formatUtcDateTime(window.from),
    utcEnd: formatUtcDateTime(window.to),
    showDetails: true,
    eventProperties: ["title", "status", "showWithoutTime"],
  });
  if (!given.ok) return given;
  const { list } = given.value as { readonly list?: readonly OwnBusyRecord[] };
  return ok((list ?? []).filter(({ busyStatus }) => busyStatus !== "unavailable").map(ownBusyOf));
}

interface OwnBusyRecord extends TimeSpan {
  readonly busyStatus: FreeBusyRecord["busyPeriods"][number]["busyStatus"];
  readonly event: Pick<JSEvent, "title" | "status" | "showWithoutTime"> | null;
}

const ownBusyOf = ({ event, ...span }: OwnBusyRecord): OwnBusy => ({
  ...spanOf(span),
  title: event && (event.title ?? ""),
  isAllDay: event?.showWithoutTime === true,
  isTentative: event?.status === "tentative",
});

/** Returns the person's own hours and absences, from any app (RFC 7953). */
export async function fetchOwnHours(accountId: string): Asked<OwnHours> {
  const given = await jmap.get("Availability", accountId);
  return given.ok ? ok(ownHoursOf(given.value[0])) : given;
}

const ownHoursOf = (it: AvailabilityRecord | undefined): OwnHours => ({
  workingHours: it?.workingHours ?? null,
  hasMore: it?.hasMore ?? false,
  absences: Object.entries(it?.absences ?? {})
    .map(([id, { text, isTold, ...span }]) => ({ id, ...spanOf(span), text, isTold }))
    .toSorted((a, b) => a.from - b.from),
});

/** Sets the hours at which the person is available; null: none in particular. */
export const setOwnWeek = (accountId: string, workingHours: string | null): Asked<unknown> =>
  setOwn(accountId, { workingHours });

/** Adds or changes an absence of the person; null removes it. */
export const setOwnAbsence = (
  accountId: string,
  id: string,
  absence: Omit<OwnAbsence, "id"> | null,
): Asked<unknown> =>
  setOwn(accountId, {
    [`absences/${id.replaceAll("~", "~0").replaceAll("/", "~1")}`]: absence && {
      utcStart: formatUtcDateTime(absence.from),
      utcEnd: formatUtcDateTime(absence.to),
      text: absence.text,
      isTold: absence.isTold,
    },
  });

const setOwn = (accountId: string, patch: JsonRecord): Asked<unknown> =>
  jmap.setOne("Availability/set", { accountId, update: { singleton: patch } });
