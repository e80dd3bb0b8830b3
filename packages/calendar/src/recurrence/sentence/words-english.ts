// The British English words for rules.

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);
const NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(
  " ",
);

export const dayName = (day: number): string => DAYS[day - 1] ?? "";
export const monthName = (month: number): string => MONTHS[month - 1] ?? "";
export const number = (value: number): string => NUMBERS[value - 1] ?? String(value);
export const ordinal = (value: number): string => ORDINALS[value - 1] ?? numeral(value);

/** "1st", "22nd", "13th" */
export function numeral(value: number): string {
  const isTeen = value % 100 >= 11 && value % 100 <= 13;
  const ending = isTeen ? undefined : ["th", "st", "nd", "rd"][value % 10];
  return `${String(value)}${ending ?? "th"}`;
}

export const list = (items: readonly string[]): string =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1) ?? ""}`;

/** "every day", "every other day", "every three days" */
export const every = (interval: number, unit: string): string =>
  interval === 1
    ? `every ${unit}`
    : interval === 2
      ? `every other ${unit}`
      : `every ${number(interval)} ${unit}s`;
