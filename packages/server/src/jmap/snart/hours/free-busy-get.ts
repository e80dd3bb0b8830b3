import type { FreeBusyRecord } from "@snart/calendar/jmap/availability.ts";
import type { BusyType } from "@snart/calendar/free-busy/merge-busy-periods.ts";
import { formatUtcDateTime, parseUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { peopleFreeBusy, type OneOfPeople } from "../../../app/hours/people-free-busy.ts";
import type { PrincipalId } from "../../../app/types.ts";
import { ownAccountMethod } from "../../method.ts";
import { methodErrorOf } from "../../problem.ts";
import { id, idText, text } from "../../standard/arguments.ts";
import { SNART } from "../../wire/capabilities.ts";
import { invalidArguments } from "../../wire/errors.ts";

const utc = v.pipe(
  v.string(),
  v.check((value) => parseUtcDateTime(value) !== undefined, "must be a UTCDateTime"),
);

const schema = v.strictObject({
  accountId: id,
  ids: v.array(idText),
  utcStart: utc,
  utcEnd: utc,
  exceptUid: v.nullish(v.pipe(text, v.maxLength(1_000))),
});

const STATUS: Readonly<Record<BusyType, FreeBusyRecord["busyPeriods"][number]["busyStatus"]>> = {
  BUSY: "confirmed",
  "BUSY-TENTATIVE": "tentative",
  "BUSY-UNAVAILABLE": "unavailable",
};

/**
 * FreeBusy/get: busy times of several people, in the terms of Principal/getAvailability, without events but with the
 * absences that they have written for others. An unknown person is not found, like a missing one.
 */
export const freeBusyGet = ownAccountMethod(SNART, schema, async ({ app, actor }, account, args) => {
  const window = { from: parseUtcDateTime(args.utcStart) ?? 0, to: parseUtcDateTime(args.utcEnd) ?? 0 };
  if (window.to <= window.from) return failed(invalidArguments("utcEnd must be after utcStart"));
  if (args.ids.length > app.limits.freeBusyRecipients) return failed({ type: "requestTooLarge" });
  const found = await peopleFreeBusy(
    app,
    actor,
    args.ids as PrincipalId[],
    window,
    args.exceptUid ?? undefined,
  );
  if (!found.ok) {
    const { code } = found.problem;
    const isTooMuch = code === "range-too-long" || code === "too-many-occurrences";
    return failed(
      isTooMuch ? { ...methodErrorOf(found.problem), type: "tooLarge" } : methodErrorOf(found.problem),
    );
  }
  const known = new Set<string>(found.value.map((one) => one.id));
  return ok({
    accountId: account.id,
    list: found.value.map(recordOf),
    notFound: [...new Set(args.ids)].filter((one) => !known.has(one)),
  });
});

const recordOf = ({ id: principalId, zoneName, periods, absences }: OneOfPeople): FreeBusyRecord => ({
  id: principalId,
  timeZone: zoneName,
  busyPeriods: periods.map(({ from, to, type }) => ({
    utcStart: formatUtcDateTime(from),
    utcEnd: formatUtcDateTime(to),
    busyStatus: STATUS[type],
  })),
  absences: absences.map(({ from, to, text: said }) => ({
    utcStart: formatUtcDateTime(from),
    utcEnd: formatUtcDateTime(to),
    text: said,
  })),
});
