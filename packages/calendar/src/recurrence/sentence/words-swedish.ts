// The Swedish words for rules.

const DAYS = ["måndag", "tisdag", "onsdag", "torsdag", "fredag", "lördag", "söndag"];
const MONTHS = "januari februari mars april maj juni juli augusti september oktober november december".split(
  " ",
);
export const NUMBERS = "en två tre fyra fem sex sju åtta nio tio elva tolv".split(" ");
const ORDINALS = "första andra tredje fjärde femte sjätte sjunde åttonde nionde tionde elfte tolfte".split(
  " ",
);

export const dayName = (day: number): string => DAYS[day - 1] ?? "";
export const monthName = (month: number): string => MONTHS[month - 1] ?? "";
export const ordinal = (value: number): string => ORDINALS[value - 1] ?? numeral(value);

/** "13:e", "21:a", "22:a" */
function numeral(value: number): string {
  const isTeen = value % 100 === 11 || value % 100 === 12;
  return `${String(value)}:${!isTeen && (value % 10 === 1 || value % 10 === 2) ? "a" : "e"}`;
}

export const list = (items: readonly string[]): string =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} och ${items.at(-1) ?? ""}`;

/** "varje dag", "varannan dag", "var tredje dag" */
export function every(interval: number, unit: string): string {
  if (interval === 1) return `varje ${unit}`;
  return interval === 2 ? `varannan ${unit}` : `var ${ordinal(interval)} ${unit}`;
}

/** "varje år", "vartannat år", "vart tredje år" */
export function everyYear(interval: number): string {
  if (interval === 1) return "varje år";
  return interval === 2 ? "vartannat år" : `vart ${ordinal(interval)} år`;
}
