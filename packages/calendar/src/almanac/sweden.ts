import { easterSunday } from "./easter.ts";
import { onOrAfter, plusDays, type AlmanacDate } from "./almanac-date.ts";
import type { AlmanacDay } from "./almanac-day.ts";

const ADVENT: readonly (readonly [string, string])[] = [
  ["First", "Första"],
  ["Second", "Andra"],
  ["Third", "Tredje"],
  ["Fourth", "Fjärde"],
];

/** Public holidays by lag (1989:253) om allmänna helgdagar; the National Day replaced Whit Monday in 2005. */
function byLaw(year: number): AlmanacDay[] {
  const on = (month: number, day: number): AlmanacDate => ({ year, month, day });
  const easter = { year, ...easterSunday(year) };
  const red = (date: AlmanacDate, en: string, sv: string): AlmanacDay => ({
    date,
    names: { en, sv },
    kind: "red",
  });
  return [
    red(on(1, 1), "New Year’s Day", "Nyårsdagen"),
    red(on(1, 6), "Epiphany", "Trettondedag jul"),
    red(plusDays(easter, -2), "Good Friday", "Långfredagen"),
    red(easter, "Easter Sunday", "Påskdagen"),
    red(plusDays(easter, 1), "Easter Monday", "Annandag påsk"),
    red(on(5, 1), "May Day", "Första maj"),
    red(plusDays(easter, 39), "Ascension Day", "Kristi himmelsfärdsdag"),
    red(plusDays(easter, 49), "Whit Sunday", "Pingstdagen"),
    ...(year >= 2005
      ? [red(on(6, 6), "National Day of Sweden", "Sveriges nationaldag")]
      : [red(plusDays(easter, 50), "Whit Monday", "Annandag pingst")]),
    red(onOrAfter(on(6, 20), 6), "Midsummer’s Day", "Midsommardagen"),
    red(onOrAfter(on(10, 31), 6), "All Saints’ Day", "Alla helgons dag"),
    red(on(12, 25), "Christmas Day", "Juldagen"),
    red(on(12, 26), "Boxing Day", "Annandag jul"),
  ];
}

/** Eves that 3 a § semesterlagen (1977:480) treats as Sundays. */
function eves(year: number): AlmanacDay[] {
  const eve = (date: AlmanacDate, en: string, sv: string): AlmanacDay => ({
    date,
    names: { en, sv },
    kind: "eve",
  });
  return [
    eve(onOrAfter({ year, month: 6, day: 19 }, 5), "Midsummer’s Eve", "Midsommarafton"),
    eve({ year, month: 12, day: 24 }, "Christmas Eve", "Julafton"),
    eve({ year, month: 12, day: 31 }, "New Year’s Eve", "Nyårsafton"),
  ];
}

/**
 * Days before a holiday that custom or a collective agreement makes free or shorter; those before Easter and Whitsun
 * are Saturdays.
 */
function customary(year: number): AlmanacDay[] {
  const easter = { year, ...easterSunday(year) };
  const before = (date: AlmanacDate, en: string, sv: string): AlmanacDay => ({
    date,
    names: { en, sv },
    kind: "customary",
  });
  return [
    before({ year, month: 1, day: 5 }, "Twelfth Night", "Trettondagsafton"),
    before(plusDays(easter, -3), "Maundy Thursday", "Skärtorsdagen"),
    before(plusDays(easter, -1), "Easter Eve", "Påskafton"),
    before({ year, month: 4, day: 30 }, "Walpurgis Night", "Valborgsmässoafton"),
    before(plusDays(easter, 48), "Whitsun Eve", "Pingstafton"),
    before(onOrAfter({ year, month: 10, day: 30 }, 5), "All Hallows’ Eve", "Allhelgonaafton"),
  ];
}

/** Advent begins on the Sunday between 27 November and 3 December. Its Sundays are red like every Sunday. */
function advent(year: number): AlmanacDay[] {
  const first = onOrAfter({ year, month: 11, day: 27 }, 7);
  return ADVENT.map(([en, sv], i) => ({
    date: plusDays(first, 7 * i),
    names: { en: en === "First" ? "Advent Sunday" : `${en} Sunday of Advent`, sv: `${sv} advent` },
    kind: "observed",
  }));
}

/** The named days of one year in Sweden, in no particular order. */
export const swedishDays = (year: number): AlmanacDay[] => [
  ...byLaw(year),
  ...eves(year),
  ...customary(year),
  ...advent(year),
];
