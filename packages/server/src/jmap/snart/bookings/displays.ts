import type { DisplayRecord } from "@snart/calendar/jmap/door.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { createDisplay, listDisplays, removeDisplay } from "../../../app/displays/displays.ts";
import type { CalendarId, Display, PrincipalId } from "../../../app/types.ts";
import { idText, text } from "../../standard/arguments.ts";
import { recordType } from "../../standard/record-type.ts";
import { readInput } from "../../standard/set-method.ts";
import { recordOf, type PropertiesOf } from "../../standard/source.ts";
import { SNART } from "../../wire/capabilities.ts";

const properties: PropertiesOf<Display, DisplayRecord> = {
  id: (display) => display.id,
  name: (display) => display.name,
  bookableIds: (display) => display.bookableIds,
  calendarIds: (display) => display.calendarIds,
  showsPrivate: (display) => display.showsPrivate,
  createdAt: (display) => formatUtcDateTime(display.createdAt),
  seenAt: ({ seenAt }) => (seenAt === null ? null : formatUtcDateTime(seenAt)),
};

const newDisplay = v.strictObject({
  name: text,
  bookableIds: v.optional(v.array(idText), []),
  calendarIds: v.optional(v.nullable(v.array(idText)), null),
  showsPrivate: v.optional(v.boolean(), false),
});

/**
 * Display (urn:snart:jmap): the screens that show what the actor manages, or calendars by what they may read. The token is returned once, when one is made; destroying one
 * takes its link away at once.
 */
export const displays = recordType<Display>({
  name: "Display",
  capability: SNART,
  isOwn: true,
  properties,
  read: async ({ app, actor }) => ok({ items: await listDisplays(app, actor) }),
  set: {
    async create(call, given) {
      const input = readInput(newDisplay, given);
      if (!input.ok) return input;
      const { name, bookableIds, calendarIds, showsPrivate } = input.value;
      const made = await createDisplay(call.app, call.actor, {
        name,
        bookableIds: bookableIds as readonly string[] as readonly PrincipalId[],
        calendarIds: calendarIds as readonly string[] | null as readonly CalendarId[] | null,
        showsPrivate,
      });
      if (!made.ok) return made;
      return ok({ ...recordOf({ properties }, made.value.display, call), token: made.value.token });
    },
    update: { type: "forbidden", description: "a display is made anew" },
    destroy: ({ app, actor }, id) => removeDisplay(app, actor, id),
  },
});
