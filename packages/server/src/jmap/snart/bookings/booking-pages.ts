import { PAGE_LIMITS } from "@snart/calendar/booking-page/page-limits.ts";
import type { Words } from "@snart/calendar/booking-page/event-type.ts";
import type {
  BookingPageRecord,
  PageBookingRecord,
  WhyNotRecord,
} from "@snart/calendar/jmap/booking-page.ts";
import { formatUtcDateTime, parseUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import { MINUTE } from "@snart/calendar/time/instant.ts";
import * as v from "valibot";
import {
  createBookingPage,
  listBookingPages,
  removeBookingPage,
  updateBookingPage,
} from "../../../app/booking-pages/booking-pages.ts";
import {
  answerPageRequest,
  cancelAsHost,
  comingPageBookings,
} from "../../../app/booking-pages/host-answers.ts";
import { giveToAnother } from "../../../app/booking-pages/giving/give-booking.ts";
import type { GuestBooking } from "../../../app/booking-pages/seen/guest-booking.ts";
import { createThingPage } from "../../../app/booking-pages/thing-page.ts";
import { createStarterPage } from "../../../app/booking-pages/starter-page.ts";
import { whyNot, type NamedReason } from "../../../app/booking-pages/why-not.ts";
import { syntheticId } from "../../calendars/events/synthetic-id.ts";
import type { BookingPage, BookingPageId, PageBookingId, PrincipalId } from "../../../app/types.ts";
import { accountMethod } from "../../method.ts";
import { methodErrorOf } from "../../problem.ts";
import { flag, id, jsonObject, text, utcDate } from "../../standard/arguments.ts";
import { recordType } from "../../standard/record-type.ts";
import { NOT_FOUND, readInput } from "../../standard/set-method.ts";
import { recordOf, type PropertiesOf } from "../../standard/source.ts";
import { SNART } from "../../wire/capabilities.ts";

const dateOf = (at: number | null): string | null => (at === null ? null : formatUtcDateTime(at));

const properties: PropertiesOf<BookingPage, BookingPageRecord> = {
  id: (page) => page.id,
  slug: (page) => page.slug,
  title: (page) => page.title,
  description: (page) => page.description,
  types: (page) => page.types,
  state: (page) => page.state,
  pausedUntil: ({ pausedUntil }) => dateOf(pausedUntil),
  isPublic: (page) => page.isPublic,
  isListed: (page) => page.isListed,
  requiresAccount: (page) => page.requiresAccount,
  embedOrigins: (page) => page.embedOrigins,
  languages: (page) => page.languages,
  keepDays: (page) => page.keepDays,
  createdAt: (page) => formatUtcDateTime(page.createdAt),
};

const words = v.pipe(
  v.strictObject({ en: v.exactOptional(text), sv: v.exactOptional(text) }),
  v.transform((given): Words => given),
);
const date = v.pipe(
  v.nullable(utcDate),
  v.transform((given) => (given === null ? null : (parseUtcDateTime(given) ?? null))),
);
const eventType = v.strictObject({
  id: text,
  title: words,
  description: v.optional(words, {}),
  type: jsonObject,
});
const state = v.picklist(["open", "paused", "closed"]);
const newPage = v.strictObject({
  slug: text,
  title: words,
  description: v.optional(words, {}),
  types: v.array(eventType),
  state: v.optional(state, "open"),
  pausedUntil: v.optional(date, null),
  isPublic: v.optional(v.boolean(), true),
  isListed: v.optional(v.boolean(), false),
  requiresAccount: v.optional(v.boolean(), false),
  embedOrigins: v.optional(v.array(text), []),
  languages: v.optional(v.array(text), ["en-GB", "sv"]),
  keepDays: v.optional(v.number(), 30),
});
const changes = v.strictObject({
  slug: v.exactOptional(text),
  title: v.exactOptional(words),
  description: v.exactOptional(words),
  types: v.exactOptional(v.array(eventType)),
  state: v.exactOptional(state),
  pausedUntil: v.exactOptional(date),
  isPublic: v.exactOptional(v.boolean()),
  isListed: v.exactOptional(v.boolean()),
  requiresAccount: v.exactOptional(v.boolean()),
  embedOrigins: v.exactOptional(v.array(text)),
  languages: v.exactOptional(v.array(text)),
  keepDays: v.exactOptional(v.number()),
});

/** Of the longest stay that anybody asks about. */
const MOST_MINUTES = (PAGE_LIMITS.nights + 1) * 1_440;

/**
 * BookingPage (urn:snart:jmap): the pages of an account where people without one book a time. One that is created without anything is a
 * working page made from the working hours, and one that is created with a `thingId` alone a page at which guests have that thing of a group.
 */
export const bookingPages = recordType<BookingPage>({
  name: "BookingPage",
  capability: SNART,
  properties,
  changes: "whole",
  read: async ({ app, actor }, account) => {
    const pages = await listBookingPages(app, actor, account.id);
    // Of an account of which one only sees calendars there are none.
    return ok({ items: pages.ok ? pages.value : [] });
  },
  set: {
    async create(call, given) {
      const { app, actor, account } = call;
      const { thingId } = given;
      if (typeof thingId === "string" && Object.keys(given).length === 1) {
        const page = await createThingPage(app, actor, account.id, thingId as PrincipalId);
        return page.ok ? ok(recordOf({ properties }, page.value, call)) : page;
      }
      const isStarter = Object.keys(given).length === 0;
      const input = isStarter ? ok(undefined) : readInput(newPage, given);
      if (!input.ok) return input;
      const made = input.value
        ? await createBookingPage(app, actor, account.id, input.value)
        : await createStarterPage(app, actor, account.id);
      return made.ok ? ok(recordOf({ properties }, made.value, call)) : made;
    },
    async update({ app, actor, known }, pageId, patch) {
      if (!known.has(pageId)) return NOT_FOUND;
      const input = readInput(changes, patch);
      if (!input.ok) return input;
      const done = await updateBookingPage(app, actor, pageId as BookingPageId, input.value);
      return done.ok ? ok(undefined) : done;
    },
    destroy: async ({ app, actor, known }, pageId) =>
      known.has(pageId) ? removeBookingPage(app, actor, pageId as BookingPageId) : NOT_FOUND,
  },
  methods: {
    whyNot: accountMethod(
      SNART,
      v.strictObject({
        accountId: id,
        id,
        typeId: text,
        start: utcDate,
        minutes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_MINUTES)),
      }),
      async ({ app, actor }, account, { id: pageId, typeId, start, minutes }) => {
        const asked = { typeId, start: parseUtcDateTime(start) ?? NaN, length: minutes * MINUTE };
        const verdict = await whyNot(app, actor, pageId as BookingPageId, asked);
        if (!verdict.ok) return failed(methodErrorOf(verdict.problem));
        const said: WhyNotRecord = { ...verdict.value, reasons: verdict.value.reasons.map(reasonRecord) };
        return ok({ accountId: account.id, ...said });
      },
    ),
  },
});

/** An occurrence of an event has an id of its own, as in CalendarEvent/query. */
function reasonRecord(reason: NamedReason): WhyNotRecord["reasons"][number] {
  if (reason.kind === "filling" || reason.eventId === undefined) return reason;
  const { recurrenceId, ...said } = reason;
  return recurrenceId ? { ...said, eventId: syntheticId(reason.eventId, recurrenceId) } : said;
}

const bookingProperties: PropertiesOf<GuestBooking & { readonly id: string }, PageBookingRecord> = {
  id: ({ booking }) => booking.id,
  pageId: ({ booking }) => booking.pageId,
  typeId: ({ booking }) => booking.typeId,
  hostIds: ({ booking }) => booking.hosts,
  state: ({ standing }) => (standing === "cancelled" || standing === "lapsed" ? "changed" : standing),
  start: ({ booking }) => formatUtcDateTime(booking.startsAt),
  end: ({ booking }) => formatUtcDateTime(booking.endsAt),
  expiresAt: ({ booking }) => dateOf(booking.expiresAt),
  name: ({ booking }) => booking.name,
  mail: ({ booking }) => booking.mail,
  language: ({ booking }) => booking.language,
  timeZone: ({ booking }) => booking.timeZone,
  answers: ({ booking }) => booking.answers,
  place: ({ booking }) => booking.place,
  awaitedRoom: ({ awaitedRoom }) => awaitedRoom?.displayName ?? null,
};

const reasonText = v.optional(v.pipe(text, v.maxLength(1_000)), "");

/** PageBooking (urn:snart:jmap): what guests have booked at an account's pages and is still to come. */
export const pageBookings = recordType<GuestBooking & { readonly id: string }>({
  name: "PageBooking",
  capability: SNART,
  properties: bookingProperties,
  changes: "whole",
  read: async ({ app, actor }, account) => {
    const coming = await comingPageBookings(app, actor, account.id);
    return ok({ items: coming.ok ? coming.value.map((each) => ({ ...each, id: each.booking.id })) : [] });
  },
  methods: {
    answer: accountMethod(
      SNART,
      v.strictObject({ accountId: id, id, isAccepted: flag(true), reason: reasonText }),
      async ({ app, actor }, account, { id: bookingId, isAccepted, reason }) => {
        const done = await answerPageRequest(app, actor, bookingId as PageBookingId, isAccepted, reason);
        return done.ok ? ok({ accountId: account.id, id: bookingId }) : failed(methodErrorOf(done.problem));
      },
    ),
    cancel: accountMethod(
      SNART,
      v.strictObject({ accountId: id, id, reason: reasonText }),
      async ({ app, actor }, account, { id: bookingId, reason }) => {
        const done = await cancelAsHost(app, actor, bookingId as PageBookingId, reason);
        return done.ok ? ok({ accountId: account.id, id: bookingId }) : failed(methodErrorOf(done.problem));
      },
    ),
    give: accountMethod(
      SNART,
      v.strictObject({ accountId: id, id, hostId: v.optional(v.nullable(id), null) }),
      async ({ app, actor }, account, { id: bookingId, hostId }) => {
        const taker = hostId === null ? undefined : (hostId as PrincipalId);
        const done = await giveToAnother(app, actor, bookingId as PageBookingId, taker);
        if (!done.ok) return failed(methodErrorOf(done.problem));
        return ok({ accountId: account.id, id: bookingId, hostIds: done.value.hosts });
      },
    ),
  },
});
