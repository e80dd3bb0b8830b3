import type { BookingHandoverRecord, HandedBooking } from "@snart/calendar/jmap/booking.ts";
import { formatUtcDateTime, parseUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { acceptHandover, endHandover } from "../../../app/bookings/handovers/answer-handover.ts";
import { askHandover, type HandoverWish } from "../../../app/bookings/handovers/ask-handover.ts";
import {
  handoverSeenBy,
  ownHandovers,
  type OpenHandover,
  type SeenHandover,
} from "../../../app/bookings/handovers/open-handovers.ts";
import { receiversOf } from "../../../app/bookings/handovers/receivers.ts";
import { partyIdsOf } from "../../../app/bookings/own-bookings.ts";
import type { BookingId, HandoverId, PrincipalId } from "../../../app/types.ts";
import { ownAccountMethod } from "../../method.ts";
import { methodErrorOf } from "../../problem.ts";
import { id, idText, unsigned, utcDate } from "../../standard/arguments.ts";
import { recordType } from "../../standard/record-type.ts";
import { readInput } from "../../standard/set-method.ts";
import { recordOf, type PropertiesOf } from "../../standard/source.ts";
import { SNART } from "../../wire/capabilities.ts";
import { refusedError } from "./refusal-record.ts";

const handed = (
  { accountId, startsAt, endsAt }: OpenHandover["booking"],
  bookableName: string,
): HandedBooking => ({
  bookableId: accountId,
  bookableName,
  start: formatUtcDateTime(startsAt),
  end: formatUtcDateTime(endsAt),
});

const properties: PropertiesOf<SeenHandover, BookingHandoverRecord> = {
  id: ({ handover }) => handover.id,
  isAsker: ({ isAsker }) => isAsker,
  fromName: ({ fromName }) => fromName,
  toName: ({ toName }) => toName,
  bookingId: ({ isAsker, handover }) => (isAsker ? handover.bookingId : null),
  booking: ({ booking, bookableName }) => handed(booking, bookableName),
  inReturn: ({ inReturn, returnName }) => (inReturn ? handed(inReturn, returnName ?? "") : null),
  expiresAt: ({ handover }) => formatUtcDateTime(handover.expiresAt),
  createdAt: ({ handover }) => formatUtcDateTime(handover.createdAt),
};

const newHandover = v.strictObject({
  bookingId: idText,
  toId: v.nullish(idText),
  inReturn: v.nullish(v.strictObject({ bookableId: idText, start: utcDate, end: utcDate })),
  acceptedRules: v.nullish(unsigned),
});

function wishOf({
  bookingId,
  toId,
  inReturn,
  acceptedRules,
}: v.InferOutput<typeof newHandover>): HandoverWish {
  return {
    bookingId: bookingId as BookingId,
    ...(typeof toId === "string" && { toId: toId as PrincipalId }),
    ...(inReturn && {
      inReturn: {
        bookableId: inReturn.bookableId as PrincipalId,
        start: parseUtcDateTime(inReturn.start) ?? NaN,
        end: parseUtcDateTime(inReturn.end) ?? NaN,
      },
    }),
    ...(typeof acceptedRules === "number" && { acceptedRules }),
  };
}

/** BookingHandover/accept: the booking is theirs who accept, and in a swap theirs is the other's; or every reason why neither is. */
const accept = ownAccountMethod(
  SNART,
  v.strictObject({ accountId: id, handoverId: idText, acceptedRules: v.nullish(unsigned) }),
  async ({ app, actor }, account, { handoverId, acceptedRules }) => {
    const done = await acceptHandover(app, actor, handoverId as HandoverId, acceptedRules ?? null);
    if (!done.ok) return failed(methodErrorOf(done.problem));
    const answer =
      done.value.kind === "accepted"
        ? { isAccepted: true, bookingId: done.value.booking.id, state: done.value.booking.state }
        : {
            isAccepted: false,
            reasons: done.value.own?.reasons ?? [],
            theirReasons: done.value.theirs?.reasons ?? [],
          };
    return ok({ accountId: account.id, handoverId, ...answer });
  },
);

/** BookingHandover/receivers: who else may book the thing of one's own booking. */
const receivers = ownAccountMethod(
  SNART,
  v.strictObject({ accountId: id, bookingId: idText }),
  async ({ app, actor }, account, { bookingId }) => {
    const found = await receiversOf(app, actor, bookingId as BookingId);
    return found.ok
      ? ok({ accountId: account.id, bookingId, list: found.value })
      : failed(methodErrorOf(found.problem));
  },
);

/**
 * BookingHandover (urn:snart:jmap): what the actor and their households have asked and are asked about bookings that may change hands.
 * Destroying says no, or takes one's own question back.
 */
export const bookingHandovers = recordType<SeenHandover>({
  name: "BookingHandover",
  capability: SNART,
  isOwn: true,
  properties,
  read: async ({ app, actor }) => ok({ items: await ownHandovers(app, actor) }),
  set: {
    locks: ({ app, actor }) => partyIdsOf(app, actor),
    async create(call, given) {
      const { app, actor } = call;
      const input = readInput(newHandover, given);
      if (!input.ok) return input;
      const done = await askHandover(app, actor, wishOf(input.value));
      if (!done.ok) return done;
      if (done.value.kind === "refused") {
        const bookableId = input.value.inReturn?.bookableId ?? "";
        return failed(refusedError(done.value, { bookableId }));
      }
      const seen = await handoverSeenBy(app, actor, done.value.handover);
      return seen ? ok(recordOf({ properties }, seen, call)) : failed({ code: "not-found" });
    },
    update: {
      type: "forbidden",
      description: "a question is answered by BookingHandover/accept, or destroyed",
    },
    destroy: ({ app, actor }, handoverId) => endHandover(app, actor, handoverId as HandoverId),
  },
  methods: { accept, receivers },
});
