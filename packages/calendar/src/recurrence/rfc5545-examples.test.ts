import { expect, test } from "vitest";
import { formatLocalValue, parseTimeValue } from "../icalendar/time-property.ts";
import type { Local } from "../time/local.ts";
import { ianaZone } from "../time/zone.ts";
import { walkRule } from "./iterate.ts";
import { parseRule } from "./rule.ts";

// Every example of RFC 5545 §3.8.5.3. DTSTART is 1997-09-02 09:00 in New York unless another is given; each expected
// string lists "year month: days", with T and a time where it differs from that of DTSTART. "…" means that more
// follow.
const examples: [name: string, rule: string, expected: string, start?: string][] = [
  ["daily for 10 occurrences", "FREQ=DAILY;COUNT=10", "1997-09: 2 3 4 5 6 7 8 9 10 11"],
  [
    "every other day",
    "FREQ=DAILY;INTERVAL=2",
    "1997-09: 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30, 1997-10: 2 4 …",
  ],
  ["every 10 days, 5 occurrences", "FREQ=DAILY;INTERVAL=10;COUNT=5", "1997-09: 2 12 22, 1997-10: 2 12"],
  ["weekly for 10", "FREQ=WEEKLY;COUNT=10", "1997-09: 2 9 16 23 30, 1997-10: 7 14 21 28, 1997-11: 4"],
  [
    "weekly until 24 December",
    "FREQ=WEEKLY;UNTIL=19971224T000000Z",
    "1997-09: 2 9 16 23 30, 1997-10: 7 14 21 28, 1997-11: 4 11 18 25, 1997-12: 2 9 16 23",
  ],
  [
    "every other week, Sunday weeks",
    "FREQ=WEEKLY;INTERVAL=2;WKST=SU",
    "1997-09: 2 16 30, 1997-10: 14 28, 1997-11: 11 25, 1997-12: 9 23, 1998-01: 6 20, 1998-02: 3 17 …",
  ],
  [
    "Tuesday and Thursday for five weeks",
    "FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH",
    "1997-09: 2 4 9 11 16 18 23 25 30, 1997-10: 2",
  ],
  [
    "the same by count",
    "FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH",
    "1997-09: 2 4 9 11 16 18 23 25 30, 1997-10: 2",
  ],
  [
    "every other week on MO WE FR",
    "FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR",
    "1997-09: 1 3 5 15 17 19 29, 1997-10: 1 3 13 15 17 27 29 31, 1997-11: 10 12 14 24 26 28, 1997-12: 8 10 12 22",
    "19970901T090000",
  ],
  [
    "every other week on TU TH for 8",
    "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH",
    "1997-09: 2 4 16 18 30, 1997-10: 2 14 16",
  ],
  [
    "first Friday for 10",
    "FREQ=MONTHLY;COUNT=10;BYDAY=1FR",
    "1997-09: 5, 1997-10: 3, 1997-11: 7, 1997-12: 5, 1998-01: 2, 1998-02: 6, 1998-03: 6, 1998-04: 3, 1998-05: 1, 1998-06: 5",
    "19970905T090000",
  ],
  [
    "first Friday until 24 December",
    "FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR",
    "1997-09: 5, 1997-10: 3, 1997-11: 7, 1997-12: 5",
    "19970905T090000",
  ],
  [
    "first and last Sunday, every other month",
    "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU",
    "1997-09: 7 28, 1997-11: 2 30, 1998-01: 4 25, 1998-03: 1 29, 1998-05: 3 31",
    "19970907T090000",
  ],
  [
    "second-to-last Monday for 6",
    "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO",
    "1997-09: 22, 1997-10: 20, 1997-11: 17, 1997-12: 22, 1998-01: 19, 1998-02: 16",
    "19970922T090000",
  ],
  [
    "third-to-last day of the month",
    "FREQ=MONTHLY;BYMONTHDAY=-3",
    "1997-09: 28, 1997-10: 29, 1997-11: 28, 1997-12: 29, 1998-01: 29, 1998-02: 26 …",
    "19970928T090000",
  ],
  [
    "2nd and 15th for 10",
    "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15",
    "1997-09: 2 15, 1997-10: 2 15, 1997-11: 2 15, 1997-12: 2 15, 1998-01: 2 15",
  ],
  [
    "first and last day for 10",
    "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1",
    "1997-09: 30, 1997-10: 1 31, 1997-11: 1 30, 1997-12: 1 31, 1998-01: 1 31, 1998-02: 1",
    "19970930T090000",
  ],
  [
    "10th to 15th every 18 months",
    "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15",
    "1997-09: 10 11 12 13 14 15, 1999-03: 10 11 12 13",
    "19970910T090000",
  ],
  [
    "every Tuesday, every other month",
    "FREQ=MONTHLY;INTERVAL=2;BYDAY=TU",
    "1997-09: 2 9 16 23 30, 1997-11: 4 11 18 25, 1998-01: 6 13 20 27, 1998-03: 3 10 17 24 31 …",
  ],
  [
    "June and July for 10",
    "FREQ=YEARLY;COUNT=10;BYMONTH=6,7",
    "1997-06: 10, 1997-07: 10, 1998-06: 10, 1998-07: 10, 1999-06: 10, 1999-07: 10, 2000-06: 10, 2000-07: 10, 2001-06: 10, 2001-07: 10",
    "19970610T090000",
  ],
  [
    "every other year, January to March",
    "FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3",
    "1997-03: 10, 1999-01: 10, 1999-02: 10, 1999-03: 10, 2001-01: 10, 2001-02: 10, 2001-03: 10, 2003-01: 10, 2003-02: 10, 2003-03: 10",
    "19970310T090000",
  ],
  [
    "1st, 100th and 200th day every third year",
    "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200",
    "1997-01: 1, 1997-04: 10, 1997-07: 19, 2000-01: 1, 2000-04: 9, 2000-07: 18, 2003-01: 1, 2003-04: 10, 2003-07: 19, 2006-01: 1",
    "19970101T090000",
  ],
  [
    "20th Monday of the year",
    "FREQ=YEARLY;BYDAY=20MO",
    "1997-05: 19, 1998-05: 18, 1999-05: 17 …",
    "19970519T090000",
  ],
  [
    "Monday of week 20",
    "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO",
    "1997-05: 12, 1998-05: 11, 1999-05: 17 …",
    "19970512T090000",
  ],
  [
    "Thursdays in March",
    "FREQ=YEARLY;BYMONTH=3;BYDAY=TH",
    "1997-03: 13 20 27, 1998-03: 5 12 19 26, 1999-03: 4 11 18 25 …",
    "19970313T090000",
  ],
  [
    "Thursdays in summer",
    "FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8",
    "1997-06: 5 12 19 26, 1997-07: 3 10 17 24 31, 1997-08: 7 14 21 28, 1998-06: 4 11 18 25, 1998-07: 2 9 …",
    "19970605T090000",
  ],
  [
    "Friday the 13th",
    "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
    "1998-02: 13, 1998-03: 13, 1998-11: 13, 1999-08: 13, 2000-10: 13 …",
  ],
  [
    "Saturday after the first Sunday",
    "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13",
    "1997-09: 13, 1997-10: 11, 1997-11: 8, 1997-12: 13, 1998-01: 10, 1998-02: 7, 1998-03: 7, 1998-04: 11, 1998-05: 9, 1998-06: 13 …",
    "19970913T090000",
  ],
  [
    "US election day",
    "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
    "1996-11: 5, 2000-11: 7, 2004-11: 2 …",
    "19961105T090000",
  ],
  [
    "third of TU WE TH",
    "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3",
    "1997-09: 4, 1997-10: 7, 1997-11: 6",
    "19970904T090000",
  ],
  [
    "second-to-last weekday",
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2",
    "1997-09: 29, 1997-10: 30, 1997-11: 27, 1997-12: 30, 1998-01: 29, 1998-02: 26, 1998-03: 30 …",
    "19970929T090000",
  ],
  [
    "every 3 hours until 17:00",
    "FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T210000Z",
    "1997-09: 2 2T120000 2T150000",
  ],
  [
    "every 15 minutes for 6",
    "FREQ=MINUTELY;INTERVAL=15;COUNT=6",
    "1997-09: 2 2T091500 2T093000 2T094500 2T100000 2T101500",
  ],
  [
    "every hour and a half for 4",
    "FREQ=MINUTELY;INTERVAL=90;COUNT=4",
    "1997-09: 2 2T103000 2T120000 2T133000",
  ],
  [
    "every 20 minutes by day",
    "FREQ=DAILY;BYHOUR=9,10;BYMINUTE=0,20,40",
    "1997-09: 2 2T092000 2T094000 2T100000 2T102000 2T104000 3 3T092000 …",
  ],
  [
    "the same by minute",
    "FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10",
    "1997-09: 2 2T092000 2T094000 2T100000 2T102000 2T104000 3 3T092000 …",
  ],
  [
    "Monday weeks",
    "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO",
    "1997-08: 5 10 19 24",
    "19970805T090000",
  ],
  [
    "Sunday weeks",
    "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU",
    "1997-08: 5 17 19 31",
    "19970805T090000",
  ],
  [
    "an invalid date is ignored",
    "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5",
    "2007-01: 15 30, 2007-02: 15, 2007-03: 15 30",
    "20070115T090000",
  ],
];

function expectedValues(text: string, start: string): { values: string[]; goesOn: boolean } {
  const goesOn = text.endsWith("…");
  const values = text
    .replace("…", "")
    .split(",")
    .flatMap((month) => {
      const [name = "", days = ""] = month.split(":");
      return days
        .trim()
        .split(/\s+/)
        .map((day) => {
          const [date = "", time = start.slice(9)] = day.split("T");
          return `${name.trim().replace("-", "")}${date.padStart(2, "0")}T${time}`;
        });
    });
  return { values, goesOn };
}

test.each(examples)("RFC 5545 §3.8.5.3: %s", (_, text, expected, start = "19970902T090000") => {
  const { values, goesOn } = expectedValues(expected, start);
  const found = instances(text, start, values.length + 1);
  expect(found.slice(0, values.length)).toEqual(values);
  expect(found.length > values.length).toBe(goesOn);
});

test.each([
  ["yearly", "FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA"],
  ["daily", "FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1"],
])("RFC 5545 §3.8.5.3: every day in January for three years, %s", (_, text) => {
  const found = instances(text, "19980101T090000", 200);
  expect(found).toHaveLength(93);
  expect(found.every((value) => /^(1998|1999|2000)01\d\dT090000$/.test(value))).toBe(true);
});

test("RFC 5545 §3.8.5.3: daily until 24 December crosses the end of summer time", () => {
  const found = instances("FREQ=DAILY;UNTIL=19971224T000000Z", "19970902T090000", 200);
  expect(found).toHaveLength(113);
  expect(found.at(-1)).toBe("19971223T090000");
});

function instances(text: string, start: string, limit: number): string[] {
  const rule = parseRule(text);
  if (!rule.ok) throw new Error(text);
  const found: Local[] = [];
  const zone = ianaZone("America/New_York")!;
  const walked = walkRule(
    rule.value,
    parseTimeValue(start)!.local,
    { zone },
    (local) => found.push(local) < limit,
  );
  expect(walked.ok).toBe(true);
  return found.map(formatLocalValue);
}
