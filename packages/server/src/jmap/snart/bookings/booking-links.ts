import type { BookingLinkRecord } from "@snart/calendar/jmap/booking-page.ts";
import { formatUtcDateTime, parseUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import {
  createBookingLink,
  linksOfAccount,
  removeBookingLink,
} from "../../../app/booking-pages/booking-links.ts";
import type { BookingLink, BookingPageId } from "../../../app/types.ts";
import { id, jsonObject, text, utcDate } from "../../standard/arguments.ts";
import { recordType } from "../../standard/record-type.ts";
import { NOT_FOUND, readInput } from "../../standard/set-method.ts";
import { realId } from "../../standard/set.ts";
import { recordOf, type PropertiesOf } from "../../standard/source.ts";
import { SNART } from "../../wire/capabilities.ts";

const dateOf = (at: number | null): string | null => (at === null ? null : formatUtcDateTime(at));

const properties: PropertiesOf<BookingLink, BookingLinkRecord> = {
  id: (link) => link.id,
  pageId: (link) => link.pageId,
  typeId: (link) => link.typeId,
  name: (link) => link.name,
  narrowing: (link) => link.narrowing,
  uses: (link) => link.uses,
  used: (link) => link.used,
  until: ({ until }) => dateOf(until),
  createdAt: (link) => formatUtcDateTime(link.createdAt),
  usedAt: ({ usedAt }) => dateOf(usedAt),
};

const newLink = v.strictObject({
  pageId: v.pipe(text, v.maxLength(255)),
  typeId: v.optional(v.nullable(id), null),
  name: text,
  narrowing: v.optional(jsonObject, {}),
  uses: v.optional(v.nullable(v.number()), null),
  until: v.pipe(
    v.optional(v.nullable(utcDate), null),
    v.transform((given) => (given === null ? null : (parseUtcDateTime(given) ?? null))),
  ),
});

/** BookingLink (urn:snart:jmap): the secret links to an account's booking pages. The token is returned once, when the link is created. */
export const bookingLinks = recordType<BookingLink>({
  name: "BookingLink",
  capability: SNART,
  properties,
  changes: "whole",
  read: async ({ app, actor }, account) => ok({ items: await linksOfAccount(app, actor, account.id) }),
  set: {
    async create(call, given) {
      const { app, actor, createdIds } = call;
      const input = readInput(newLink, given);
      if (!input.ok) return input;
      const { pageId, ...fields } = input.value;
      const page = (realId(createdIds, pageId) ?? "") as BookingPageId;
      const made = await createBookingLink(app, actor, page, fields);
      if (!made.ok) return made;
      return ok({ ...recordOf({ properties }, made.value.link, call), token: made.value.token });
    },
    update: { type: "forbidden", description: "links do not change" },
    destroy: async ({ app, actor, known }, linkId) =>
      known.has(linkId) ? removeBookingLink(app, actor, linkId) : NOT_FOUND,
  },
});
