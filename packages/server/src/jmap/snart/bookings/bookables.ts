import { ANSWER_MODES } from "@snart/calendar/booking/answer-mode.ts";
import { BOOKING_LIMITS } from "@snart/calendar/booking/limits.ts";
import { readDate } from "@snart/calendar/booking/clock.ts";
import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { boardsOf } from "../../../app/bookings/board.ts";
import { createBookable, listBookables, type ListedBookable } from "../../../app/bookings/bookables.ts";
import { changeBookable, type BookableChanges } from "../../../app/bookings/change-bookable.ts";
import { removeBookable } from "../../../app/bookings/remove-bookable.ts";
import type { PrincipalId } from "../../../app/types.ts";
import { ownAccountMethod } from "../../method.ts";
import { methodErrorOf } from "../../problem.ts";
import { id, idList, idText, jsonObject, text, unsigned } from "../../standard/arguments.ts";
import { recordType } from "../../standard/record-type.ts";
import { readInput } from "../../standard/set-method.ts";
import { recordOf, type PropertiesOf } from "../../standard/source.ts";
import { serverLock } from "../../standard/state-guard.ts";
import { SNART } from "../../wire/capabilities.ts";
import { acceptRules } from "./accept-rules.ts";
import { households } from "./households-for.ts";
import { freeTimes } from "./free-times.ts";
import { report } from "./report.ts";
import { boardDate, boardDays, slotRecord } from "./slot-record.ts";
import { tryEvent } from "./try-event.ts";
import { tryRules } from "./try-rules.ts";

const properties: PropertiesOf<ListedBookable, BookableRecord> = {
  id: ({ principal }) => principal.id,
  name: ({ principal }) => principal.displayName,
  type: ({ bookable }) => bookable.type,
  email: ({ principal }) => principal.email,
  description: ({ bookable }) => bookable.description,
  place: ({ bookable }) => bookable.place,
  capacity: ({ bookable }) => bookable.capacity,
  equipment: ({ bookable }) => bookable.equipment,
  labels: ({ bookable }) => bookable.labels,
  managersId: ({ bookable }) => bookable.managersId,
  mayManage: ({ mayManage }) => mayManage,
  answerMode: ({ bookable }) => bookable.answerMode,
  rules: ({ inForce }) => inForce?.prepared.rules ?? null,
  rulesVersion: ({ inForce }) => inForce?.version ?? 0,
  acceptances: ({ acceptances }) =>
    Object.fromEntries(
      acceptances.map(({ partyId, version, acceptedAt }) => [
        partyId,
        { version, at: formatUtcDateTime(acceptedAt) },
      ]),
    ),
};

const changeable = {
  name: text,
  description: text,
  place: text,
  capacity: v.nullable(v.number()),
  equipment: v.array(text),
  labels: v.array(text),
  rules: jsonObject,
};
const newBookable = v.strictObject({
  ...changeable,
  type: v.picklist(["ROOM", "RESOURCE"]),
  managersId: idText,
  description: v.optional(text, ""),
  place: v.optional(text, ""),
  capacity: v.optional(changeable.capacity, null),
  equipment: v.optional(changeable.equipment, []),
  labels: v.optional(changeable.labels, []),
});
const changedBookable = v.partial(
  v.strictObject({
    ...changeable,
    email: v.nullable(text),
    answerMode: v.picklist(ANSWER_MODES),
    rulesVersion: unsigned,
  }),
);

const TOO_MANY_DAYS = {
  type: "requestTooLarge",
  description: `at most ${BOOKING_LIMITS.boardDays} days of all things together`,
} as const;

/**
 * Bookable/board: the slots of things on some days of their zones, each with why it cannot be booked. Without `first`, from today by
 * the clock of each.
 */
const board = ownAccountMethod(
  SNART,
  v.strictObject({
    accountId: id,
    ids: idList,
    first: v.nullish(boardDate),
    days: boardDays,
    partyId: v.nullish(idText),
  }),
  async ({ app, actor }, account, { ids, first, days: count, partyId }) => {
    const wanted = new Set(ids);
    if (wanted.size * count > BOOKING_LIMITS.boardDays) return failed(TOO_MANY_DAYS);
    const days = { first: first ? (readDate(first) ?? NaN) : ("today" as const), count };
    const party = (partyId ?? undefined) as PrincipalId | undefined;
    const seen = await boardsOf(app, actor, [...wanted] as PrincipalId[], days, party);
    if (!seen.ok) return failed(methodErrorOf(seen.problem));
    const list = seen.value.map((board) => ({ ...board, slots: board.slots.map(slotRecord) }));
    for (const { bookableId } of list) wanted.delete(bookableId);
    return ok({ accountId: account.id, list, notFound: [...wanted] });
  },
);

/**
 * Bookable (urn:snart:jmap): everybody sees what they may book or manage. Administrators make them and give them a mail address,
 * managers change the rest; the width of a cell stays as it is.
 */
export const bookables = recordType<ListedBookable>({
  name: "Bookable",
  capability: SNART,
  isOwn: true,
  properties,
  read: async ({ app, actor }) => ok({ items: await listBookables(app, actor) }),
  set: {
    locks: serverLock,
    async create(call, given) {
      const { app, actor } = call;
      const input = readInput(newBookable, given);
      if (!input.ok) return input;
      const fields = { ...input.value, managersId: input.value.managersId as PrincipalId };
      const made = await createBookable(app, actor, fields);
      if (!made.ok) return made;
      const seen = (await listBookables(app, actor)).find(({ principal }) => principal.id === made.value);
      return seen ? ok(recordOf({ properties }, seen, call)) : failed({ code: "not-found" });
    },
    async update({ app, actor }, bookableId, patch) {
      const input = readInput(changedBookable, patch);
      if (!input.ok) return input;
      // What is absent in the patch is absent here.
      return changeBookable(app, actor, bookableId as PrincipalId, input.value as BookableChanges);
    },
    destroy: ({ app, actor }, bookableId) => removeBookable(app, actor, bookableId as PrincipalId),
  },
  methods: { acceptRules, board, freeTimes, households, report, tryEvent, tryRules },
});
