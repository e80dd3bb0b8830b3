import fc from "fast-check";
import { nextAlarm } from "../../packages/calendar/src/alarms/next-alarm.ts";
import type { CompFilter, PropFilter, TimeRange } from "../../packages/calendar/src/filter/caldav-filter.ts";
import {
  matchesCondition,
  type EventFilterCondition,
} from "../../packages/calendar/src/filter/event-filter-condition.ts";
import { matchesFilter } from "../../packages/calendar/src/filter/matches-filter.ts";
import { busyPeriods } from "../../packages/calendar/src/free-busy/busy-periods.ts";
import { readCalendarObject } from "../../packages/calendar/src/icalendar/calendar-object.ts";
import { parseICalendar } from "../../packages/calendar/src/icalendar/parse.ts";
import { eventFromObject } from "../../packages/calendar/src/jscalendar/to-jscalendar.ts";
import { expand } from "../../packages/calendar/src/recurrence/expand.ts";
import { seriesOfObject } from "../../packages/calendar/src/recurrence/series.ts";
import { validateCalendarObject } from "../../packages/calendar/src/recurrence/validate.ts";
import { eventText } from "./event-texts.ts";
import { anyText } from "./loose-texts.ts";
import { inTime, viewer } from "./read-event.ts";
import { expectThat, type Target } from "./target.ts";

interface Question {
  readonly text: string;
  readonly filter: CompFilter;
  readonly condition: EventFilterCondition;
}

const instants = fc.option(fc.integer({ min: Date.UTC(1960, 0), max: Date.UTC(2060, 0) }), { nil: null });
const ranges: fc.Arbitrary<TimeRange> = fc.record({ from: instants, to: instants });
const textMatches = fc.record({
  text: fc.constantFrom("", "a", "Å", "ß", "lunch", "\\", "👩‍👩"),
  collation: fc.constantFrom("i;ascii-casemap" as const, "i;octet" as const, "i;unicode-casemap" as const),
  negate: fc.boolean(),
});
const props: fc.Arbitrary<PropFilter> = fc.record(
  {
    name: fc.constantFrom("SUMMARY", "DTSTART", "ATTENDEE", "X-UNKNOWN", "COMPLETED", "RRULE"),
    isNotDefined: fc.boolean(),
    timeRange: ranges,
    textMatch: textMatches,
    paramFilters: fc.array(
      fc.record(
        { name: fc.constantFrom("CN", "TZID", "X-A"), isNotDefined: fc.boolean(), textMatch: textMatches },
        { requiredKeys: ["name", "isNotDefined"] },
      ),
      { maxLength: 1 },
    ),
  },
  { requiredKeys: ["name", "isNotDefined", "paramFilters"] },
);
const compFilter = (names: readonly string[], inner: fc.Arbitrary<CompFilter[]>): fc.Arbitrary<CompFilter> =>
  fc.record(
    {
      name: fc.constantFrom(...names),
      isNotDefined: fc.constantFrom(false, false, false, true),
      timeRange: ranges,
      propFilters: fc.array(props, { maxLength: 2 }),
      compFilters: inner,
    },
    { requiredKeys: ["name", "isNotDefined", "propFilters", "compFilters"] },
  );
const alarmFilter = compFilter(["VALARM", "X-THING"], fc.constant([]));
const itemFilter = compFilter(["VEVENT", "VTODO", "VJOURNAL"], fc.array(alarmFilter, { maxLength: 1 }));
const filters = compFilter(["VCALENDAR"], fc.array(itemFilter, { maxLength: 2 }));

const localTimes = fc.constantFrom(
  "2026-01-01T00:00:00",
  "2026-03-29T02:30:00",
  "1970-01-01T00:00:00",
  "nonsense",
);
const conditions: fc.Arbitrary<EventFilterCondition> = fc.record(
  {
    after: localTimes,
    before: localTimes,
    text: fc.constantFrom("a", '"a b', "\\", "lunch -x"),
    title: fc.constant("Lunch"),
    uid: fc.constant("fuzz"),
  },
  { requiredKeys: [] },
);

function checkQuestion({ text, filter, condition }: Question): void {
  const parsed = parseICalendar(text);
  const object = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  if (!object.ok) return;
  inTime("validating", () => validateCalendarObject(object.value));
  inTime("filtering", () => matchesFilter(object.value, filter, viewer));
  inTime("the next alarm", () => nextAlarm(object.value, Date.UTC(2026, 1, 1), viewer));
  const event = object.value.type === "VEVENT" ? eventFromObject(object.value) : undefined;
  if (event?.ok) inTime("the condition", () => matchesCondition(event.value, condition, viewer));
  const series = seriesOfObject(object.value);
  if (!series.ok) return;
  const window = { from: Date.UTC(2026, 0), to: Date.UTC(2026, 3) };
  const busy = inTime("free and busy", () => busyPeriods([series.value], window, viewer));
  if (!busy.ok) return;
  busy.value.forEach((period, i) => {
    expectThat(
      period.from < period.to && period.from >= window.from && period.to <= window.to,
      "a period outside",
    );
    expectThat(i === 0 || period.from >= (busy.value[i - 1]?.to ?? Infinity), "periods overlap");
  });
  checkRange(object.value, viewer);
}

/** A CalDAV time range finds an event exactly if expanding it finds an occurrence. */
function checkRange(object: Parameters<typeof matchesFilter>[0], zone: typeof viewer): void {
  if (object.type !== "VEVENT" || !object.main) return;
  const series = seriesOfObject(object);
  if (!series.ok) return;
  const range = { from: Date.UTC(2026, 0), to: Date.UTC(2026, 3) };
  const found = expand(series.value, range, zone);
  if (!found.ok) return;
  const plain = { isNotDefined: false, propFilters: [], compFilters: [] };
  const matches = matchesFilter(
    object,
    { ...plain, name: "VCALENDAR", compFilters: [{ ...plain, name: "VEVENT", timeRange: range }] },
    zone,
  );
  expectThat(matches === found.value.length > 0, `filter ${matches}, ${found.value.length} occurrences`);
}

export const filtering: Target<Question> = {
  name: "filters",
  promise:
    "filters, free and busy times and alarms answer soon, whatever they are asked, and agree with the expansion",
  share: 50,
  inputs: fc.record({
    text: fc.oneof(
      { weight: 5, arbitrary: eventText({ hostile: false, exceptions: true }).map(({ text }) => text) },
      { weight: 1, arbitrary: eventText({ hostile: true, exceptions: true }).map(({ text }) => text) },
      { weight: 3, arbitrary: anyText },
    ),
    filter: filters,
    condition: conditions,
  }),
  check: checkQuestion,
};
