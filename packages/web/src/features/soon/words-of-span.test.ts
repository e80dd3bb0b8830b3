import { HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { localFromFields } from "@snart/calendar/time/local.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import { languages } from "@snart/locales/language.ts";
import { describe, expect, it } from "vitest";
import { readQuickAdd } from "../../grammar/read-quick-add.ts";
import { formats } from "../../i18n/format.ts";
import { wordsOfSpan } from "./words-of-span.ts";

const zone = ianaZone("Europe/Stockholm") ?? expect.fail("no zone");
const at = (day: number, hour: number, minute = 0): number =>
  zone.toInstant(localFromFields(2026, 11, day, hour, minute));
const now = at(23, 10, 20);

describe.each(languages)("in %s", (language) => {
  const own = formats(language, zone.id, nodeMessages(language));
  const words = (start: number, end: number) => wordsOfSpan({ start, end }, now, zone, own);

  it("reads as just that time, whenever it is, with room for a title", () => {
    for (let hours = 0; hours < 24 * 400; hours += 37) {
      const [start, end] = [now + hours * HOUR, now + hours * HOUR + 40 * MINUTE];
      const { time, title } = readQuickAdd(`${words(start, end)}Sauna`, zone.toLocal(now));
      expect(title).toBe("Sauna");
      expect(time).toEqual({ start: zone.toLocal(start), end: zone.toLocal(end), allDay: false });
    }
  });
});

it("says no more than is needed", () => {
  const [en, sv] = languages.map((it) => formats(it, zone.id, nodeMessages(it)));
  const words = (start: number, end: number, own = en) =>
    own ? wordsOfSpan({ start, end }, now, zone, own) : "";
  expect(words(at(23, 15, 30), at(23, 16))).toBe("15:30–16:00 ");
  // A time that has just begun would otherwise be tomorrow's.
  expect(words(now, at(23, 11))).toBe("Mon 23 Nov 10:20–11:00 ");
  expect(words(at(25, 13), at(25, 14))).toBe("Wed 25 Nov 13:00–14:00 ");
  expect(words(at(25, 13), at(25, 14), sv)).toBe("ons 25 nov 13:00–14:00 ");
});
