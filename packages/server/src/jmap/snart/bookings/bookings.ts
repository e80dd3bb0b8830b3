import type { BookingRecord } from "@snart/calendar/jmap/booking.ts";
import { formatUtcDateTime, parseUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import type { RefusedWish } from "../../../app/bookables/count-refusal.ts";
import { countRefusals } from "../../../app/bookings/count-refusals.ts";
import { book, bookInTurn, cancelBooking, foreseeRefusals } from "../../../app/bookings/book.ts";
import {
  partyIdsOf,
  ownBookings,
  withDeadline,
  type OwnBooking,
} from "../../../app/bookings/own-bookings.ts";
import { judgeWish, refusalOf, type BookingWish } from "../../../app/bookings/verdict.ts";
import type { App } from "../../../app/app.ts";
import type { BookingId } from "../../../app/types.ts";
import { ownAccountMethod } from "../../method.ts";
import { methodErrorOf } from "../../problem.ts";
import { flag, id, idText, text, unsigned, utcDate } from "../../standard/arguments.ts";
import { recordType } from "../../standard/record-type.ts";
import { readInput } from "../../standard/set-method.ts";
import { recordOf, type PropertiesOf } from "../../standard/source.ts";
import { refusalRecord, refusedError } from "./refusal-record.ts";
import { checkIn, checkInRecord, comeLater, confirm, finish } from "./presence.ts";
import { answer, requests } from "./requests.ts";
import { SNART } from "../../wire/capabilities.ts";
import type { SetError } from "../../wire/errors.ts";
import type { JsonObject } from "../../wire/json.ts";

const properties: PropertiesOf<OwnBooking, BookingRecord> = {
  id: ({ booking }) => booking.id,
  bookableId: ({ booking }) => booking.accountId,
  start: ({ booking }) => formatUtcDateTime(booking.startsAt),
  end: ({ booking }) => formatUtcDateTime(booking.endsAt),
  state: ({ booking }) => booking.state,
  partyId: ({ booking }) => booking.partyId,
  bookedById: ({ booking }) => booking.bookedBy,
  unit: ({ booking }) => booking.unit,
  rulesVersion: ({ booking }) => booking.rulesVersion,
  createdAt: ({ booking }) => formatUtcDateTime(booking.createdAt),
  cancelUntil: ({ cancelUntil }) => (cancelUntil === null ? null : formatUtcDateTime(cancelUntil)),
  confirmUntil: ({ confirmUntil }) => (confirmUntil === null ? null : formatUtcDateTime(confirmUntil)),
  checkIn: ({ checkIn }) => checkIn && checkInRecord(checkIn),
};

const wished = {
  bookableId: idText,
  start: utcDate,
  end: utcDate,
  partyId: v.nullish(idText),
  unit: v.nullish(unsigned),
  instead: v.nullish(idText),
  acceptedRules: v.nullish(unsigned),
  isOutsideRules: flag(false),
};
const newBooking = v.strictObject({ ...wished, key: v.nullish(v.pipe(text, v.maxLength(255))) });

function wishOf({ start, end, ...given }: Omit<v.InferOutput<typeof newBooking>, "key">): BookingWish {
  const present = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  const times = { start: parseUtcDateTime(start) ?? NaN, end: parseUtcDateTime(end) ?? NaN };
  // The schema has checked each of them; what is absent stays absent.
  return { ...Object.fromEntries(present), ...times } as unknown as BookingWish;
}

function readWish(
  { newId }: App,
  given: JsonObject,
): Result<BookingWish & { readonly key: string }, SetError> {
  const input = readInput(newBooking, given);
  if (!input.ok) return input;
  const { key, ...wish } = input.value;
  return ok({ ...wishOf(wish), key: key ?? newId() });
}

/** Booking/judge: whether a wish could be booked at this moment, or every reason why not. It promises nothing. */
const judge = ownAccountMethod(
  SNART,
  v.strictObject({ accountId: id, ...wished }),
  async ({ app, actor }, _account, { accountId, ...given }) => {
    const judged = await judgeWish(app, actor, wishOf(given));
    if (!judged.ok) return failed(methodErrorOf(judged.problem));
    const { verdict } = judged.value;
    const answer = verdict.ok
      ? { isGranted: true, needsApproval: verdict.needsApproval, unit: verdict.unit }
      : { isGranted: false, ...refusalRecord(refusalOf(judged.value, verdict)) };
    return ok({ accountId, ...answer });
  },
);

/**
 * Booking (urn:snart:jmap): what the actor and their households have booked and is neither over nor cancelled. A creation that the rules refuse is
 * `bookingRefused`, with all reasons. Destroying cancels.
 */
export const bookings = recordType<OwnBooking>({
  name: "Booking",
  capability: SNART,
  isOwn: true,
  properties,
  read: async ({ app, actor }) => ok({ items: await ownBookings(app, actor) }),
  set: {
    // Other members of a household change the same state.
    locks: ({ app, actor }) => partyIdsOf(app, actor),
    async foresee({ app, actor }, given) {
      const wishes = [...given].flatMap(([creationId, one]) => {
        const wish = readWish(app, one);
        return wish.ok ? [{ creationId, wish: { ...wish.value, key: one["key"] } }] : [];
      });
      // What one leaves, the next may take: those are tried in their order.
      if (wishes.some(({ wish }) => wish.instead !== undefined)) return new Map();
      const refusals = await foreseeRefusals(
        app,
        actor,
        wishes.map(({ wish }) => wish),
      );
      return new Map(
        wishes.flatMap(({ creationId, wish }, at) => {
          const refused = refusals[at];
          return refused ? [[creationId, refusedError(refused, wish)] as const] : [];
        }),
      );
    },
    async inTurn({ app, actor }, given, write) {
      const wish = readWish(app, given);
      if (!wish.ok) return write();
      const done = await bookInTurn(app, actor, { ...wish.value, key: given["key"] }, write);
      return "refused" in done ? failed(refusedError(done.refused, wish.value)) : done.written;
    },
    async create(call, given) {
      const { app, actor } = call;
      const wish = readWish(app, given);
      if (!wish.ok) return wish;
      const done = await book(app, actor, wish.value);
      if (!done.ok) return done;
      if (done.value.kind === "refused") return failed(refusedError(done.value, wish.value));
      const { booking } = done.value;
      const own = await app.storage.read((tx) => withDeadline(tx, booking, app.now()));
      return ok(recordOf({ properties }, own, call));
    },
    update: { type: "forbidden", description: "a booking is moved by a new one with `instead`" },
    // Managers cancel what they do not list.
    destroy: ({ app, actor }, bookingId) => cancelBooking(app, actor, bookingId as BookingId),
    afterwards({ app }, { notCreated }) {
      const refused = [...notCreated.values()].filter(({ type }) => type === "bookingRefused");
      // Each is one that `refusedError` made.
      countRefusals(app, refused as unknown as readonly RefusedWish[]);
      return Promise.resolve();
    },
  },
  methods: { answer, checkIn, comeLater, confirm, finish, judge, requests },
});
