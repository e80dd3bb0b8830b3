import type { BookingWaitRecord } from "@snart/calendar/jmap/booking.ts";
import { formatUtcDateTime, parseUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { partyIdsOf } from "../../../app/bookings/own-bookings.ts";
import {
  leaveLine,
  ownWaits,
  waitFor,
  withPlace,
  type OwnWait,
  type WaitWish,
} from "../../../app/bookings/waiting/wait-for.ts";
import type { PrincipalId, WaitId } from "../../../app/types.ts";
import { idText, unsigned, utcDate } from "../../standard/arguments.ts";
import { recordType } from "../../standard/record-type.ts";
import { readInput } from "../../standard/set-method.ts";
import { recordOf, type PropertiesOf } from "../../standard/source.ts";
import { SNART } from "../../wire/capabilities.ts";
import { refusedError } from "./refusal-record.ts";

const properties: PropertiesOf<OwnWait, BookingWaitRecord> = {
  id: ({ wait }) => wait.id,
  bookableId: ({ wait }) => wait.accountId,
  start: ({ start }) => formatUtcDateTime(start),
  end: ({ wait }) => formatUtcDateTime(wait.endsAt),
  partyId: ({ wait }) => wait.partyId,
  state: ({ wait }) => (wait.state === "offered" ? "offered" : "waiting"),
  place: ({ place }) => place,
  offeredUntil: ({ wait }) => (wait.expiresAt === null ? null : formatUtcDateTime(wait.expiresAt)),
  isKept: ({ wait }) => wait.holdId !== null,
  createdAt: ({ wait }) => formatUtcDateTime(wait.createdAt),
};

const newWait = v.strictObject({
  bookableId: idText,
  start: utcDate,
  end: utcDate,
  partyId: v.nullish(idText),
  acceptedRules: v.nullish(unsigned),
});

function wishOf({ bookableId, start, end, partyId, acceptedRules }: v.InferOutput<typeof newWait>): WaitWish {
  return {
    bookableId: bookableId as PrincipalId,
    start: parseUtcDateTime(start) ?? NaN,
    end: parseUtcDateTime(end) ?? NaN,
    ...(typeof partyId === "string" && { partyId: partyId as PrincipalId }),
    ...(typeof acceptedRules === "number" && { acceptedRules }),
  };
}

/**
 * BookingWait (urn:snart:jmap): the lines in which the actor and their households stand for times that others have. An offer is taken by
 * booking its time (Booking/set). Destroying leaves the line, or declines the offer.
 */
export const bookingWaits = recordType<OwnWait>({
  name: "BookingWait",
  capability: SNART,
  isOwn: true,
  properties,
  read: async ({ app, actor }) => ok({ items: await ownWaits(app, actor) }),
  set: {
    locks: ({ app, actor }) => partyIdsOf(app, actor),
    async create(call, given) {
      const { app, actor } = call;
      const input = readInput(newWait, given);
      if (!input.ok) return input;
      const wish = wishOf(input.value);
      const done = await waitFor(app, actor, wish);
      if (!done.ok) return done;
      if (done.value.kind === "refused") return failed(refusedError(done.value, wish));
      const { wait } = done.value;
      const own = await app.storage.read((tx) => withPlace(tx, wait, app.now()));
      return ok(recordOf({ properties }, own, call));
    },
    update: { type: "forbidden", description: "an offer is taken by booking its time" },
    destroy: ({ app, actor }, waitId) => leaveLine(app, actor, waitId as WaitId),
  },
});
