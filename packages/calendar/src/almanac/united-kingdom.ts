import { easterSunday } from "./easter.ts";
import { dayNumber, lastOfMonth, onOrAfter, plusDays, weekdayOf, type AlmanacDate } from "./almanac-date.ts";
import type { AlmanacDay, AlmanacRegion } from "./almanac-day.ts";

type Nation = Exclude<AlmanacRegion, "SE">;

interface Holiday {
  readonly date: AlmanacDate;
  readonly en: string;
  readonly sv: string;
}

/** Bank holidays that one proclamation created or moved; `replaces` names the regular day that it moved. */
const PROCLAIMED: readonly (Holiday & { readonly replaces?: string; readonly only?: Nation })[] = [
  {
    date: { year: 2002, month: 6, day: 4 },
    en: "Spring bank holiday",
    sv: "Vårledigheten",
    replaces: "Spring bank holiday",
  },
  { date: { year: 2002, month: 6, day: 3 }, en: "Golden Jubilee", sv: "Drottningens 50-årsjubileum" },
  { date: { year: 2011, month: 4, day: 29 }, en: "Royal wedding", sv: "Kungligt bröllop" },
  {
    date: { year: 2012, month: 6, day: 4 },
    en: "Spring bank holiday",
    sv: "Vårledigheten",
    replaces: "Spring bank holiday",
  },
  { date: { year: 2012, month: 6, day: 5 }, en: "Diamond Jubilee", sv: "Drottningens 60-årsjubileum" },
  {
    date: { year: 2020, month: 5, day: 8 },
    en: "Early May bank holiday",
    sv: "Majledigheten",
    replaces: "Early May bank holiday",
  },
  {
    date: { year: 2022, month: 6, day: 2 },
    en: "Spring bank holiday",
    sv: "Vårledigheten",
    replaces: "Spring bank holiday",
  },
  { date: { year: 2022, month: 6, day: 3 }, en: "Platinum Jubilee", sv: "Drottningens 70-årsjubileum" },
  {
    date: { year: 2022, month: 9, day: 19 },
    en: "State Funeral of Queen Elizabeth II",
    sv: "Drottning Elizabeth II:s begravning",
  },
  {
    date: { year: 2023, month: 5, day: 8 },
    en: "Coronation of King Charles III",
    sv: "Kung Charles III:s kröning",
  },
  {
    date: { year: 2026, month: 6, day: 15 },
    en: "World Cup bank holiday",
    sv: "Fotbolls-VM-ledigheten",
    only: "GB-SCT",
  },
];

/** Days on a fixed date; on a weekend they get a substitute weekday (Banking and Financial Dealings Act 1971). */
function fixedDays(year: number, nation: Nation): Holiday[] {
  const on = (month: number, day: number, en: string, sv: string): Holiday => ({
    date: { year, month, day },
    en,
    sv,
  });
  const newYear = on(1, 1, "New Year’s Day", "Nyårsdagen");
  const christmas = [on(12, 25, "Christmas Day", "Juldagen"), on(12, 26, "Boxing Day", "Annandag jul")];
  if (nation === "GB-SCT") {
    return [
      newYear,
      on(1, 2, "2 January", "2 januari"),
      on(11, 30, "St Andrew’s Day", "Andreasdagen"),
      ...christmas,
    ];
  }
  if (nation === "GB-NIR") {
    const boyne = on(7, 12, "Battle of the Boyne", "Slaget vid Boyne");
    return [newYear, on(3, 17, "St Patrick’s Day", "Saint Patrick’s Day"), boyne, ...christmas];
  }
  return [newYear, ...christmas];
}

/** Days that fall on a weekday by definition. */
function movableDays(year: number, nation: Nation): Holiday[] {
  const easter = { year, ...easterSunday(year) };
  const days: Holiday[] = [
    { date: plusDays(easter, -2), en: "Good Friday", sv: "Långfredagen" },
    { date: onOrAfter({ year, month: 5, day: 1 }, 1), en: "Early May bank holiday", sv: "Majledigheten" },
    { date: lastOfMonth(year, 5, 1), en: "Spring bank holiday", sv: "Vårledigheten" },
  ];
  const summer = nation === "GB-SCT" ? onOrAfter({ year, month: 8, day: 1 }, 1) : lastOfMonth(year, 8, 1);
  days.push({ date: summer, en: "Summer bank holiday", sv: "Sommarledigheten" });
  if (nation !== "GB-SCT") days.push({ date: plusDays(easter, 1), en: "Easter Monday", sv: "Annandag påsk" });
  return days;
}

const isWeekend = (date: AlmanacDate): boolean => weekdayOf(date) > 5;

/** Moves a day on a weekend to the next weekday that is not a holiday itself, and says so in its name. */
function withSubstitutes(days: readonly Holiday[]): Holiday[] {
  const taken = new Set(days.filter(({ date }) => !isWeekend(date)).map(({ date }) => dayNumber(date)));
  return days.map((holiday) => {
    if (!isWeekend(holiday.date)) return holiday;
    let date = holiday.date;
    while (isWeekend(date) || taken.has(dayNumber(date))) date = plusDays(date, 1);
    taken.add(dayNumber(date));
    return { date, en: `${holiday.en} (substitute day)`, sv: `${holiday.sv} (ersättningsdag)` };
  });
}

/** The bank holidays of one year in one nation, in no particular order. Right from 1978 on. */
export function britishDays(year: number, nation: Nation): AlmanacDay[] {
  const proclaimed = PROCLAIMED.filter(({ date, only }) => date.year === year && (only ?? nation) === nation);
  const replaced = new Set(proclaimed.map(({ replaces }) => replaces));
  const regular = movableDays(year, nation).filter(({ en }) => !replaced.has(en));
  return [...withSubstitutes(fixedDays(year, nation)), ...regular, ...proclaimed].map(({ date, en, sv }) => ({
    date,
    names: { en, sv },
    kind: "red",
  }));
}
