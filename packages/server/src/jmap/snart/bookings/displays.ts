import type { DisplayRecord } from "@snart/calendar/jmap/door.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { createDisplay, listDisplays, removeDisplay } from "../../../app/displays/displays.ts";
import type { Display, PrincipalId } from "../../../app/types.ts";
import { idText, text } from "../../standard/arguments.ts";
import { recordType } from "../../standard/record-type.ts";
import { readInput } from "../../standard/set-method.ts";
import { recordOf, type PropertiesOf } from "../../standard/source.ts";
import { SNART } from "../../wire/capabilities.ts";

const properties: PropertiesOf<Display, DisplayRecord> = {
  id: (display) => display.id,
  name: (display) => display.name,
  bookableIds: (display) => display.bookableIds,
  createdAt: (display) => formatUtcDateTime(display.createdAt),
  seenAt: ({ seenAt }) => (seenAt === null ? null : formatUtcDateTime(seenAt)),
};

const newDisplay = v.strictObject({ name: text, bookableIds: v.array(idText) });

/**
 * Display (urn:snart:jmap): the screens that show what the actor manages. The token is returned once, when one is made; destroying one
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
      const { name, bookableIds } = input.value;
      const made = await createDisplay(call.app, call.actor, {
        name,
        bookableIds: bookableIds as readonly string[] as readonly PrincipalId[],
      });
      if (!made.ok) return made;
      return ok({ ...recordOf({ properties }, made.value.display, call), token: made.value.token });
    },
    update: { type: "forbidden", description: "a display is made anew" },
    destroy: ({ app, actor }, id) => removeDisplay(app, actor, id),
  },
});
