// Apple's calendar colour and order, which most clients know.
import { ownColour, SNART_COLOURS } from "@snart/calendar/jscalendar/snart-colours.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import { refuseWith } from "../preconditions.ts";
import { textOf } from "../xml/element.ts";
import { apple } from "../xml/names.ts";
import { escapeXml } from "../xml/write-xml.ts";
import { liveProperty, type LiveProperty } from "./live-property.ts";
import { setOwnOrSeen } from "./set-own-or-seen.ts";

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const ORDER_LIMIT = 2 ** 31;

/** Reads a client's colour; one of Snart's own becomes its name again, so that the web app keeps its shades. */
function readColour(text: string): string | undefined {
  const asked = text.toLowerCase();
  const own = Object.entries(SNART_COLOURS).find(([, { hex }]) => asked === hex || asked === `${hex}ff`);
  if (own) return own[0];
  return HEX.test(text) ? text : undefined;
}

export const appleProperties: readonly LiveProperty[] = [
  liveProperty(["calendar"], {
    name: apple("calendar-color"),
    get: ({ grant }) => {
      const colour = grant.view.color ?? grant.calendar.color;
      if (colour === null) return undefined;
      const own = ownColour(colour);
      return escapeXml(own ? `${own.hex}FF`.toUpperCase() : colour);
    },
    set: (value, grant) => {
      // Without a colour the client picks one.
      if (!value) return ok({ color: null });
      const colour = readColour(textOf(value).trim());
      return colour === undefined
        ? failed(refuseWith(409, "A colour is written like #4A86D4 or #4A86D4FF."))
        : ok(setOwnOrSeen(grant, { color: colour }));
    },
  }),
  liveProperty(["calendar"], {
    name: apple("calendar-order"),
    get: ({ grant }) => String(grant.view.sortOrder ?? grant.calendar.sortOrder),
    set: (value, grant) => {
      const order = value ? Number(textOf(value).trim() || Number.NaN) : 0;
      return Number.isInteger(order) && order >= 0 && order < ORDER_LIMIT
        ? ok(setOwnOrSeen(grant, { sortOrder: order }))
        : failed(refuseWith(409, "An order is a whole number from 0."));
    },
  }),
];
