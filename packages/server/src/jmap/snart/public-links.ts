import type { PublicLinkRecord } from "@snart/calendar/jmap/feeds.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import {
  createPublicLink,
  publicLinksOf,
  removePublicLink,
  updatePublicLink,
} from "../../app/feeds/public-links.ts";
import type { CalendarId, PublicLink } from "../../app/types.ts";
import { couldBeId, text } from "../standard/arguments.ts";
import { recordType } from "../standard/record-type.ts";
import { NOT_FOUND, readInput } from "../standard/set-method.ts";
import { realId } from "../standard/set.ts";
import { recordOf, type PropertiesOf } from "../standard/source.ts";
import { SNART } from "../wire/capabilities.ts";
import { invalidProperties } from "../wire/errors.ts";

const properties: PropertiesOf<PublicLink, PublicLinkRecord> = {
  id: (link) => link.id,
  calendarId: (link) => link.calendarId,
  label: (link) => link.label,
  detail: (link) => link.detail,
  mayEmbed: (link) => link.mayEmbed,
  createdAt: (link) => formatUtcDateTime(link.createdAt),
  expiresAt: ({ expiresAt }) => (expiresAt === null ? null : formatUtcDateTime(expiresAt)),
  isRevoked: (link) => link.revokedAt !== null,
};

const date = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/, "must be a UTCDate"),
  v.transform((value) => Date.parse(value)),
  v.check((value) => !Number.isNaN(value), "must be a date"),
);
const newLink = v.strictObject({
  calendarId: text,
  label: text,
  detail: v.picklist(["full", "busy"]),
  mayEmbed: v.optional(v.boolean(), false),
  expiresAt: v.optional(v.nullable(date), null),
});
const changes = v.strictObject({
  label: v.exactOptional(text),
  detail: v.exactOptional(v.picklist(["full", "busy"])),
  mayEmbed: v.exactOptional(v.boolean()),
  expiresAt: v.exactOptional(v.nullable(date)),
  isRevoked: v.exactOptional(v.boolean()),
});

/**
 * PublicLink (urn:snart:jmap): the secret links to those of an account's calendars that the actor may share. The
 * token is returned once, when the link is created.
 */
export const publicLinks = recordType({
  name: "PublicLink",
  capability: SNART,
  properties,
  read: async ({ app, actor }, account) => ok({ items: await publicLinksOf(app, actor, account.id) }),
  set: {
    async create(call, given) {
      const { app, actor, account, createdIds, reach } = call;
      const input = readInput(newLink, given);
      if (!input.ok) return input;
      const { calendarId: wanted, ...fields } = input.value;
      const calendarId = realId(createdIds, wanted) ?? "";
      const reached = (await reach()).find(({ principal }) => principal.id === account.id);
      const isHere = reached?.grants.some(({ calendar }) => calendar.id === calendarId) === true;
      if (!couldBeId(calendarId) || !isHere)
        return failed(invalidProperties(["calendarId"], "there is no such calendar"));
      const made = await createPublicLink(app, actor, calendarId as CalendarId, fields);
      if (!made.ok) return made;
      return ok({ ...recordOf({ properties }, made.value.link, call), token: made.value.token });
    },
    async update({ app, actor, known }, id, patch) {
      if (!known.has(id)) return NOT_FOUND;
      const input = readInput(changes, patch);
      return input.ok ? updatePublicLink(app, actor, id, input.value) : input;
    },
    destroy: async ({ app, actor, known }, id) =>
      known.has(id) ? removePublicLink(app, actor, id) : NOT_FOUND,
  },
});
