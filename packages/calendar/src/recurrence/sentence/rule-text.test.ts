import { expect, test } from "vitest";
import { localFromFields } from "../../time/local.ts";
import { ianaZone } from "../../time/zone.ts";
import { ruleText } from "./rule-text.ts";
import { parseRule } from "../rule.ts";

/** Tuesday 24 November 2026, 10:00 */
const START = { start: localFromFields(2026, 11, 24, 10), zone: ianaZone("Europe/Stockholm")! };

const said = (text: string, start: Parameters<typeof ruleText>[1] = START) => {
  const rule = parseRule(text);
  if (!rule.ok) throw new Error(text);
  return [ruleText(rule.value, start, "en-GB"), ruleText(rule.value, start, "sv")];
};

/** Every other week of a year, a 53rd included. */
const weeksFrom = (first: number): string =>
  Array.from({ length: first === 1 ? 27 : 26 }, (_, index) => String(first + 2 * index)).join(",");

const WORKDAYS = "BYDAY=MO,TU,WE,TH,FR";

test.each([
  ["FREQ=DAILY", "every day", "varje dag"],
  ["FREQ=DAILY;INTERVAL=2", "every other day", "varannan dag"],
  ["FREQ=DAILY;INTERVAL=3", "every three days", "var tredje dag"],
  ["FREQ=DAILY;INTERVAL=21", "every 21 days", "var 21:a dag"],
  ["FREQ=DAILY;INTERVAL=13", "every 13 days", "var 13:e dag"],
  [`FREQ=DAILY;${WORKDAYS}`, "every weekday", "varje vardag"],
  [`FREQ=WEEKLY;${WORKDAYS}`, "every weekday", "varje vardag"],
  [`FREQ=MONTHLY;${WORKDAYS}`, "every weekday", "varje vardag"],
  [`FREQ=WEEKLY;INTERVAL=2;${WORKDAYS}`, "on weekdays every other week", "vardagar varannan vecka"],
  [`FREQ=WEEKLY;${WORKDAYS},SA,SU`, "every day", "varje dag"],
  ["FREQ=WEEKLY", "every Tuesday", "varje tisdag"],
  ["FREQ=WEEKLY;BYDAY=SU,SA", "every Saturday and Sunday", "varje lördag och söndag"],
  ["FREQ=WEEKLY;BYDAY=MO,WE,FR", "every Monday, Wednesday and Friday", "varje måndag, onsdag och fredag"],
  ["FREQ=WEEKLY;INTERVAL=2", "every other Tuesday", "varannan tisdag"],
  [
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE",
    "on Mondays and Wednesdays every other week",
    "måndagar och onsdagar varannan vecka",
  ],
  ["FREQ=WEEKLY;INTERVAL=3", "on Tuesdays every three weeks", "tisdagar var tredje vecka"],
  ["FREQ=MONTHLY", "on the 24th of every month", "den 24 i varje månad"],
  ["FREQ=MONTHLY;BYMONTHDAY=1,15", "on the 1st and 15th of every month", "den 1 och 15 i varje månad"],
  ["FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=2", "on the 2nd of every other month", "den 2 i varannan månad"],
  ["FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=11", "on the 11th of every third month", "den 11 i var tredje månad"],
  [
    "FREQ=MONTHLY;BYMONTHDAY=31",
    "on the 31st of every month that has one",
    "den 31 i varje månad som har en sådan dag",
  ],
  [
    "FREQ=MONTHLY;BYMONTHDAY=15,31",
    "on the 15th and 31st of every month, except where the month is shorter",
    "den 15 och 31 i varje månad, utom när månaden är kortare",
  ],
  [
    "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=30",
    "on the 30th of every other month, except where the month is shorter",
    "den 30 i varannan månad, utom när månaden är kortare",
  ],
  [
    "FREQ=YEARLY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=29",
    "every other year on 29 February, in leap years only",
    "vartannat år den 29 februari, bara skottår",
  ],
  ["FREQ=MONTHLY;BYMONTHDAY=-1", "on the last day of every month", "den sista dagen i varje månad"],
  ["FREQ=MONTHLY;BYDAY=2TU", "on the second Tuesday of every month", "den andra tisdagen i varje månad"],
  [
    "FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2",
    "on the second Tuesday of every month",
    "den andra tisdagen i varje månad",
  ],
  [
    "FREQ=MONTHLY;BYDAY=3TU,1TU",
    "on the first and third Tuesday of every month",
    "den första och tredje tisdagen i varje månad",
  ],
  [
    "FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR",
    "on the last Friday of every other month",
    "den sista fredagen i varannan månad",
  ],
  [
    "FREQ=MONTHLY;BYDAY=-2SU",
    "on the second to last Sunday of every month",
    "den näst sista söndagen i varje månad",
  ],
  [
    "FREQ=MONTHLY;BYDAY=5SA",
    "on the fifth Saturday of every month that has one",
    "den femte lördagen i varje månad som har en sådan",
  ],
  [
    `FREQ=MONTHLY;${WORKDAYS};BYSETPOS=-1`,
    "on the last weekday of every month",
    "den sista vardagen i varje månad",
  ],
  ["FREQ=YEARLY", "every year on 24 November", "varje år den 24 november"],
  ["FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=6", "every year on 6 June", "varje år den 6 juni"],
  ["FREQ=YEARLY;INTERVAL=2", "every other year on 24 November", "vartannat år den 24 november"],
  ["FREQ=YEARLY;INTERVAL=5", "every five years on 24 November", "vart femte år den 24 november"],
  ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "every leap year on 29 February", "varje skottår den 29 februari"],
  [
    "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
    "every year on the last Sunday in March",
    "varje år den sista söndagen i mars",
  ],
])("%s is “%s” and “%s”", (text, english, swedish) => expect(said(text)).toEqual([english, swedish]));

test.each([
  [
    "FREQ=WEEKLY;INTERVAL=2;UNTIL=20261218",
    "every other Tuesday until 18 December",
    "varannan tisdag till och med 18 december",
  ],
  ["FREQ=DAILY;UNTIL=20270102", "every day until 2 January 2027", "varje dag till och med 2 januari 2027"],
  // 23:30 UTC is 00:30 the next day in Stockholm: too early for that day's event at ten o'clock.
  ["FREQ=DAILY;UNTIL=20261217T233000Z", "every day until 17 December", "varje dag till och med 17 december"],
  ["FREQ=DAILY;UNTIL=20261218T090000Z", "every day until 18 December", "varje dag till och med 18 december"],
  ["FREQ=WEEKLY;COUNT=1", "once", "en gång"],
  ["FREQ=WEEKLY;COUNT=2", "every Tuesday, twice", "varje tisdag, två gånger"],
  ["FREQ=WEEKLY;COUNT=10", "every Tuesday, ten times", "varje tisdag, tio gånger"],
  ["FREQ=WEEKLY;COUNT=30", "every Tuesday, 30 times", "varje tisdag, 30 gånger"],
])("%s ends: “%s” and “%s”", (text, english, swedish) => expect(said(text)).toEqual([english, swedish]));

test("whole days end on the named day", () => {
  const start = { start: localFromFields(2026, 11, 24), allDay: true };
  expect(said("FREQ=DAILY;UNTIL=20261218", start)[0]).toBe("every day until 18 December");
  expect(said("FREQ=DAILY;UNTIL=20261218T000000Z", start)[1]).toBe("varje dag till och med 18 december");
});

test.each([
  ["FREQ=HOURLY", "every hour", "varje timme"],
  ["FREQ=HOURLY;INTERVAL=6", "every six hours", "var sjätte timme"],
  ["FREQ=DAILY;BYHOUR=8,12", "every day, at 08:00 and 12:00", "varje dag, klockan 08:00 och 12:00"],
  ["FREQ=DAILY;BYMONTH=1", "every day, in January", "varje dag, i januari"],
  ["FREQ=DAILY;INTERVAL=2;BYDAY=MO", "every other day, on Mondays", "varannan dag, på måndagar"],
  ["FREQ=WEEKLY;BYMONTH=6", "every week, in June, on Tuesdays", "varje vecka, i juni, på tisdagar"],
  [
    "FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=1",
    "every week, on Mondays and Tuesdays, only the first of these",
    "varje vecka, på måndagar och tisdagar, bara den första av dem",
  ],
  [
    "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
    "every month, on Fridays that fall on the 13th",
    "varje månad, på fredagar som infaller den 13",
  ],
  [
    "FREQ=MONTHLY;BYDAY=1MO,-3TU",
    "every month, on the first Monday and the third to last Tuesday",
    "varje månad, den första måndagen och den tredje tisdagen från slutet",
  ],
  [
    "FREQ=MONTHLY;BYMONTHDAY=-2,1",
    "every month, on the 1st and second to last day",
    "varje månad, den 1 och den näst sista dagen",
  ],
  ["FREQ=MONTHLY;BYMONTH=1", "every month, in January, on the 24th", "varje månad, i januari, den 24"],
  [
    "FREQ=YEARLY;BYDAY=20MO",
    "every year, on the 20th Monday of the year",
    "varje år, den 20:e måndagen på året",
  ],
  [
    "FREQ=YEARLY;BYMONTH=1,2",
    "every year, in January and February, on the 24th",
    "varje år, i januari och februari, den 24",
  ],
  ["FREQ=YEARLY;BYMONTHDAY=1", "every year, on the 1st of every month", "varje år, den 1 i varje månad"],
  [
    `FREQ=YEARLY;BYWEEKNO=${weeksFrom(1)};BYDAY=TH`,
    "in odd weeks, on Thursdays",
    "udda veckor, på torsdagar",
  ],
  [
    `FREQ=YEARLY;BYWEEKNO=${weeksFrom(2)};BYDAY=MO;COUNT=5`,
    "in even weeks, on Mondays, five times",
    "jämna veckor, på måndagar, fem gånger",
  ],
  [
    "FREQ=YEARLY;BYWEEKNO=1,3",
    "every year, in week 1 and week 3, on Tuesdays",
    "varje år, vecka 1 och vecka 3, på tisdagar",
  ],
  ["FREQ=YEARLY;BYWEEKNO=20", "every year, in week 20, on Tuesdays", "varje år, vecka 20, på tisdagar"],
  [
    "FREQ=YEARLY;BYWEEKNO=20,-1;BYDAY=MO,FR;BYSETPOS=-1",
    "every year, in week 20 and the last week of the year, on Mondays and Fridays, only the last of these",
    "varje år, vecka 20 och årets sista vecka, på måndagar och fredagar, bara den sista av dem",
  ],
  [
    "FREQ=YEARLY;INTERVAL=2;BYYEARDAY=100,-1",
    "every other year, on day 100 of the year and the last day of the year",
    "vartannat år, dag 100 på året och årets sista dag",
  ],
  [
    "FREQ=MINUTELY;BYHOUR=8,9;COUNT=3",
    "every minute, at hour 8 and 9, three times",
    "varje minut, timme 8 och 9, tre gånger",
  ],
])("%s is described part by part: “%s” and “%s”", (text, english, swedish) =>
  expect(said(text)).toEqual([english, swedish]),
);

test.each(["FREQ=MONTHLY;RSCALE=GREGORIAN;SKIP=BACKWARD", "RSCALE=HEBREW;FREQ=YEARLY", "FREQ=DAILY;X-OWN=1"])(
  "%s has no sentence",
  (text) => expect(said(text)).toEqual([undefined, undefined]),
);

test("every other rule has a sentence, and it is finite", () => {
  for (const freq of ["SECONDLY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"])
    for (const part of [
      "BYDAY=MO,-1FR",
      "BYMONTHDAY=1,-5",
      "BYYEARDAY=-3",
      "BYHOUR=1,2,3;BYMINUTE=0,20,40",
      "BYSECOND=30",
    ])
      for (const sentence of said(`FREQ=${freq};${part};BYSETPOS=-2,3`)) {
        expect(sentence).toMatch(/^(every|var)/);
        expect(sentence).not.toMatch(/undefined|NaN|,,|, $| {2}/);
      }
});

test("a rule of whole days mentions no time", () => {
  const days = { start: localFromFields(2026, 11, 24), allDay: true };
  expect(said("FREQ=DAILY;BYHOUR=9;BYMINUTE=30", days)).toEqual(["every day", "varje dag"]);
  expect(said("FREQ=DAILY;BYHOUR=9;BYMINUTE=30")[0]).toContain("09:30");
});
