import { asLocal, fieldsOfLocal } from "@snart/calendar/time/local.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LONGEST_QUICK_ADD } from "./longest-line.ts";
import { readQuickAdd } from "./read-quick-add.ts";

/** Monday of week 48, at 10:20. */
const NOW = asLocal(Date.UTC(2026, 10, 23, 10, 20));

/** "2026-11-26 12:00–13:00", "2026-11-26", "2026-11-23–2026-11-29"; "" if the line names no time. */
function told(line: string, monthFirst = false): string {
  const { time } = readQuickAdd(line, NOW, monthFirst);
  if (!time) return "";
  const iso = (local: number): string => new Date(local).toISOString();
  if (time.allDay) {
    const [first, last] = [iso(time.start).slice(0, 10), iso(time.end - 86_400_000).slice(0, 10)];
    return first === last ? first : `${first}–${last}`;
  }
  const [start, end] = [iso(time.start), iso(time.end)];
  const day = end.slice(0, 10) === start.slice(0, 10) ? "" : `${end.slice(0, 10)} `;
  return `${start.slice(0, 16).replace("T", " ")}–${day}${end.slice(11, 16)}`;
}

describe("the time", () => {
  it.each([
    // those of the brief
    ["lunch med mamma på torsdag 12", "Lunch med mamma", "2026-11-26 12:00–13:00"],
    ["tandläkare 3 dec kl 9 i 45 min", "Tandläkare", "2026-12-03 09:00–09:45"],
    ["möte varannan tisdag 14–15", "Möte", "2026-11-24 14:00–15:00"],
    ["v. 48", "", "2026-11-23–2026-11-29"],
    ["halv tre", "", "2026-11-23 14:30–15:30"],
    ["half three", "", "2026-11-23 15:30–16:30"],
    ["tomorrow at noon for 2 h", "", "2026-11-24 12:00–14:00"],
    ["om tre veckor", "", "2026-12-14"],
    ["tandläkare fre 8.15 i 30 min", "Tandläkare", "2026-11-27 08:15–08:45"],
    ["kör varje ons 18–20", "Kör", "2026-11-25 18:00–20:00"],
    // days
    ["fika idag 15", "Fika", "2026-11-23 15:00–16:00"],
    ["fika i dag kl 15.30", "Fika", "2026-11-23 15:30–16:30"],
    ["städa i övermorgon", "Städa", "2026-11-25"],
    ["call Bo the day after tomorrow 9:00", "Call Bo", "2026-11-25 09:00–10:00"],
    ["möte på måndag 9", "Möte", "2026-11-30 09:00–10:00"],
    ["möte på måndag 11", "Möte", "2026-11-23 11:00–12:00"],
    ["nästa torsdag", "", "2026-12-03"],
    ["next Friday 18:30-20:00 choir", "Choir", "2026-12-04 18:30–20:00"],
    ["torsdag nästa vecka kl 13", "", "2026-12-03 13:00–14:00"],
    ["tors v 49 kl 10", "", "2026-12-03 10:00–11:00"],
    ["lunch v. 49, fredag 12", "Lunch", "2026-12-04 12:00–13:00"],
    ["Thu, Dec 3 lunch at 12", "Lunch", "2026-12-03 12:00–13:00"],
    ["Monday week", "", "2026-12-07"],
    ["lunch a week on Tuesday at 12", "Lunch", "2026-12-01 12:00–13:00"],
    ["i måndags", "", "2026-11-16"],
    ["semester v 52", "Semester", "2026-12-21–2026-12-27"],
    ["week 2", "", "2027-01-11–2027-01-17"],
    ["nästa vecka", "", "2026-11-30–2026-12-06"],
    ["fest 6/11", "Fest", "2027-11-06"],
    ["fest 6/12", "Fest", "2026-12-06"],
    ["party 2026-12-31 21:00", "Party", "2026-12-31 21:00–22:00"],
    ["Maja fyller år 3 december", "Maja fyller år", "2026-12-03"],
    ["the 3rd of December dentist", "Dentist", "2026-12-03"],
    ["December 24th lunch", "Lunch", "2026-12-24"],
    ["hyra den 25:e", "Hyra", "2026-11-25"],
    ["skottdag 29 feb", "Skottdag", "2028-02-29"],
    ["fjällen 3–7 mars", "Fjällen", "2027-03-03–2027-03-07"],
    ["conference 30/11-2/12", "Conference", "2026-11-30–2026-12-02"],
    ["resa fredag till söndag", "Resa", "2026-11-27–2026-11-29"],
    ["in a fortnight", "", "2026-12-07"],
    ["om en månad", "", "2026-12-23"],
    ["tors 3 dec kl 9", "", "2026-12-03 09:00–10:00"],
    // times
    ["yoga 7pm", "Yoga", "2026-11-23 19:00–20:00"],
    ["breakfast 9", "Breakfast", "2026-11-24 09:00–10:00"],
    ["breakfast at 9", "Breakfast", "2026-11-24 09:00–10:00"],
    ["yoga kl 7 em", "Yoga", "2026-11-23 19:00–20:00"],
    ["möte i morgon 9:30 fm", "Möte", "2026-11-24 09:30–10:30"],
    ["möte i morgon 2–3 e.m.", "Möte", "2026-11-24 14:00–15:00"],
    ["call 2-3pm tomorrow", "Call", "2026-11-24 14:00–15:00"],
    ["call 11am-1pm tomorrow", "Call", "2026-11-24 11:00–13:00"],
    ["natt 22–02 fredag", "Natt", "2026-11-27 22:00–2026-11-28 02:00"],
    ["kvart i tre imorgon", "", "2026-11-24 14:45–15:45"],
    ["quarter past eight on Thursday", "", "2026-11-26 08:15–09:15"],
    ["tio över nio på fredag", "", "2026-11-27 09:10–10:10"],
    ["middag på lördag kl 7 på kvällen", "Middag", "2026-11-28 19:00–20:00"],
    ["bio ikväll 8", "Bio", "2026-11-23 20:00–21:00"],
    ["drinks tonight at 9", "Drinks", "2026-11-23 21:00–22:00"],
    ["kl 13 till 14.30 på tisdag samråd", "Samråd", "2026-11-24 13:00–14:30"],
    ["from 9 to 10.30 on Wednesday workshop", "Workshop", "2026-11-25 09:00–10:30"],
    ["halv åtta imorgon", "", "2026-11-24 07:30–08:30"],
    // lengths
    ["om två timmar", "", "2026-11-23 12:20–13:20"],
    ["ring Bo om en halvtimme", "Ring Bo", "2026-11-23 10:50–11:50"],
    ["in 90 minutes call Eva for 15 min", "Call Eva", "2026-11-23 11:50–12:05"],
    ["workshop tomorrow 9:00 for an hour and 30 minutes", "Workshop", "2026-11-24 09:00–10:30"],
    ["möte imorgon kl 9 i en och en halv timme", "Möte", "2026-11-24 09:00–10:30"],
    ["kurs 1,5 h imorgon kl 9", "Kurs", "2026-11-24 09:00–10:30"],
    ["fjällvandring på lördag i tre dagar", "Fjällvandring", "2026-11-28–2026-11-30"],
    // other words
    ["Köpa mjölk", "Köpa mjölk", ""],
    ["fri entré", "Fri entré", ""],
    ["Monopol för 3-5 personer", "Monopol för 3-5 personer", ""],
    ["version 2.10 klar", "Version 2.10 klar", ""],
    ["rum 25:99", "Rum 25:99", ""],
    ["den 32", "Den 32", ""],
    ["möte 45/13", "Möte 45/13", ""],
    ["week 60", "Week 60", ""],
    ["Sunshine and Monty", "Sunshine and Monty", ""],
  ])("%s", (line, title, time) => {
    expect([readQuickAdd(line, NOW).title, told(line)]).toEqual([title, time]);
  });
});

describe("with the month first", () => {
  it.each([
    ["fest 6/11", "2027-06-11"],
    ["party 11/26 at 19", "2026-11-26 19:00–20:00"],
    ["lunch 12/3 kl 12", "2026-12-03 12:00–13:00"],
    ["conference 11/30-12/2", "2026-11-30–2026-12-02"],
    ["konferens 30/11-2/12", "2026-11-30–2027-02-12"],
    ["tandläkare 3 dec kl 9", "2026-12-03 09:00–10:00"],
    ["choir every Wednesday 18-20 until 12/18", "2026-11-25 18:00–20:00"],
    ["möte 45/13", ""],
  ])("%s", (line, time) => {
    expect(told(line, true)).toBe(time);
  });

  it("ends a series on that day", () => {
    expect(readQuickAdd("choir every Wednesday until 12/3", NOW, true).rule).toContain("UNTIL=20261203");
  });
});

describe("the repetition", () => {
  it.each([
    ["möte varannan tisdag 14–15", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "2026-11-24 14:00–15:00"],
    ["varje dag kl 8 medicin", "FREQ=DAILY", "2026-11-24 08:00–09:00"],
    ["stand-up every weekday at 9:15", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-11-24 09:15–10:15"],
    ["varje måndag och onsdag 18-19", "FREQ=WEEKLY;BYDAY=MO,WE", "2026-11-23 18:00–19:00"],
    ["fotboll på torsdagar 17", "FREQ=WEEKLY;BYDAY=TH", "2026-11-26 17:00–18:00"],
    ["every other Friday lunch", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", "2026-11-27"],
    ["fortnightly on Tuesday 10:00", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "2026-11-24 10:00–11:00"],
    ["var tredje vecka", "FREQ=WEEKLY;INTERVAL=3", "2026-11-23"],
    ["first Thursday of every month board 19:00", "FREQ=MONTHLY;BYDAY=1TH", "2026-12-03 19:00–20:00"],
    ["sista fredagen i varje månad", "FREQ=MONTHLY;BYDAY=-1FR", "2026-11-27"],
    ["varje år 3 december", "FREQ=YEARLY", "2026-12-03"],
    ["kör varannan tisdag t.o.m. 18 dec", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;UNTIL=20261218", "2026-11-24"],
    [
      "choir every Wednesday 18-20 until 18 December",
      "FREQ=WEEKLY;BYDAY=WE;UNTIL=20261218",
      "2026-11-25 18:00–20:00",
    ],
    ["simskola varje lördag 10 gånger kl 9", "FREQ=WEEKLY;BYDAY=SA;COUNT=10", "2026-11-28 09:00–10:00"],
  ])("%s", (line, rule, time) => {
    expect([readQuickAdd(line, NOW).rule, told(line)]).toEqual([rule, time]);
  });

  it("removes the words before it from the title", () => {
    expect(readQuickAdd("kör varannan tisdag t.o.m. 18 dec", NOW).title).toBe("Kör");
    expect(readQuickAdd("choir every Wednesday 18-20 until 18 December", NOW).title).toBe("Choir");
  });
});

describe("marks", () => {
  it("takes place, category, calendar and addresses", () => {
    const reading = readQuickAdd(
      'Lunch med anna@example.com och bo@example.org @"Café Lärkan" #arbete /Björk fredag 12',
      NOW,
    );
    expect(reading).toMatchObject({
      title: "Lunch",
      place: "Café Lärkan",
      categories: ["arbete"],
      calendar: "Björk",
      people: ["anna@example.com", "bo@example.org"],
    });
    expect(reading.time && fieldsOfLocal(reading.time.start)).toMatchObject({ day: 27, hour: 12 });
  });

  it("takes neither a date nor an either-or for a calendar", () => {
    expect(readQuickAdd("möte 6/12", NOW).calendar).toBeNull();
    expect(readQuickAdd("te och/eller kaffe", NOW)).toMatchObject({
      calendar: null,
      title: "Te och/eller kaffe",
    });
  });
});

describe("the recognised words", () => {
  it("have their positions in the text", () => {
    const line = "lunch med Anna på torsdag 12";
    const words = readQuickAdd(line, NOW).recognised.map(({ from, to, kind }) => [
      line.slice(from, to),
      kind,
    ]);
    expect(words).toEqual([
      ["på torsdag", "when"],
      ["12", "when"],
    ]);
  });
});

describe("any line", () => {
  const word = fc.constantFrom(
    "kl",
    "9",
    "14-15",
    "halv",
    "tre",
    "på",
    "fredag",
    "v",
    "48",
    "3",
    "dec",
    "until",
    "every",
    "i",
    "om",
    "@",
    "#",
    "/",
    "\uFFFC",
    "29 feb",
    "31/12/2199",
    "999",
    "timmar",
    "t.o.m.",
    "första",
    "a@b.se",
    "–",
    "24:00",
    "in",
    "å".repeat(50),
  );
  it("gives a valid time, and words in order inside the line", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(word, { maxLength: 12 }).map((words) => words.join(" ")),
          fc.string(),
        ),
        (line) => {
          const { time, recognised, rule } = readQuickAdd(line, NOW);
          if (time) {
            expect(time.end).toBeGreaterThan(time.start);
            expect(Math.abs(fieldsOfLocal(time.start).year - 2026)).toBeLessThanOrEqual(1100);
          }
          if (rule !== null) expect(time).not.toBeNull();
          let last = 0;
          for (const { from, to } of recognised) {
            expect(from).toBeGreaterThanOrEqual(last);
            expect(to).toBeGreaterThan(from);
            last = to;
          }
          expect(last).toBeLessThanOrEqual(line.length);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("takes almost no time, whatever its length", () => {
    const before = process.cpuUsage();
    for (const piece of ["1 ", "i ", "@", "a@", "t.o.m. ", "3-", "varje måndag och ", "  "])
      readQuickAdd(piece.repeat(100_000), NOW);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(2_000);
    expect(readQuickAdd("x".repeat(10_000), NOW).title).toHaveLength(LONGEST_QUICK_ADD);
  });
});
