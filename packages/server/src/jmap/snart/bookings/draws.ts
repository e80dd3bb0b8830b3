import type { DrawRecord } from "@snart/calendar/jmap/booking.ts";
import { formatUtcDateTime, parseUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { BOOKING_LIMITS } from "@snart/calendar/booking/limits.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { enterWishes } from "../../../app/bookings/draws/enter-wishes.ts";
import { drawFileOf, seenDraws, type SeenDraw } from "../../../app/bookings/draws/seen-draws.ts";
import type { DrawId, PrincipalId } from "../../../app/types.ts";
import { ownAccountMethod } from "../../method.ts";
import { methodErrorOf } from "../../problem.ts";
import { id, idText, unsigned, utcDate } from "../../standard/arguments.ts";
import { recordType } from "../../standard/record-type.ts";
import type { PropertiesOf } from "../../standard/source.ts";
import { SNART } from "../../wire/capabilities.ts";

const utc = (at: number | null): string | null => (at === null ? null : formatUtcDateTime(at));

const properties: PropertiesOf<SeenDraw, DrawRecord> = {
  id: ({ draw }) => draw.id,
  bookableId: ({ draw }) => draw.accountId,
  name: ({ name }) => name,
  from: ({ draw }) => draw.periodFrom,
  to: ({ draw }) => draw.periodTo,
  opensAt: ({ draw }) => formatUtcDateTime(draw.opensAt),
  closesAt: ({ draw }) => formatUtcDateTime(draw.closesAt),
  stage: ({ stage }) => stage,
  weight: ({ weight }) => weight,
  mostWishes: ({ mostWishes }) => mostWishes,
  commitment: ({ draw }) => draw.commitment,
  applicants: ({ applicants }) => applicants,
  own: ({ own }) =>
    own.map(({ partyId, wishes, number, got }) => ({
      partyId,
      wishes: wishes.map(({ start, end }) => ({
        start: formatUtcDateTime(start),
        end: formatUtcDateTime(end),
      })),
      number,
      got,
    })),
  drawnAt: ({ draw }) => utc(draw.drawnAt),
  digest: ({ draw }) => draw.digest,
  results: ({ results }) =>
    results.map((share) => ({ ...share, start: utc(share.start), end: utc(share.end) })),
};

/** Draw/wish: what a party wishes for, in place of what it wished for before; no wishes withdraw them. */
const wish = ownAccountMethod(
  SNART,
  v.strictObject({
    accountId: id,
    drawId: idText,
    partyId: v.nullish(idText),
    acceptedRules: v.nullish(unsigned),
    wishes: v.pipe(
      v.array(v.strictObject({ start: utcDate, end: utcDate })),
      v.maxLength(BOOKING_LIMITS.entries),
    ),
  }),
  async ({ app, actor }, _account, { accountId, drawId, partyId, acceptedRules, wishes }) => {
    const done = await enterWishes(app, actor, {
      drawId: drawId as DrawId,
      ...(typeof partyId === "string" && { partyId: partyId as PrincipalId }),
      ...(typeof acceptedRules === "number" && { acceptedRules }),
      wishes: wishes.map(({ start, end }) => ({
        start: parseUtcDateTime(start) ?? NaN,
        end: parseUtcDateTime(end) ?? NaN,
      })),
    });
    if (!done.ok) return failed(methodErrorOf(done.problem));
    if (done.value.kind === "entered")
      return ok({ accountId, drawId, isEntered: true, at: null, reasons: [] });
    const { at, reasons } = done.value;
    return ok({ accountId, drawId, isEntered: false, at, reasons });
  },
);

/** Draw/file: the file of a result, as it is verified (docs/draw.md). */
const file = ownAccountMethod(
  SNART,
  v.strictObject({ accountId: id, drawId: idText }),
  async ({ app, actor }, _account, { accountId, drawId }) => {
    const found = await drawFileOf(app, actor, drawId as DrawId);
    if (!found.ok) return failed(methodErrorOf(found.problem));
    const { draw, file: content } = found.value;
    return ok({ accountId, drawId, name: `draw-${draw.periodFrom}.json`, content });
  },
);

/** Draw (urn:snart:jmap): the draws of what the actor may book or manage. */
export const draws = recordType<SeenDraw>({
  name: "Draw",
  capability: SNART,
  isOwn: true,
  properties,
  read: async ({ app, actor }) => ok({ items: await seenDraws(app, actor) }),
  methods: { wish, file },
});
