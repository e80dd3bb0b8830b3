import { nameDayOf, type NameDays } from "@snart/calendar/almanac/name-days.ts";
import { fieldsOfLocal, type Local } from "@snart/calendar/time/local.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { measuredFonts, measureText } from "../../../ui/measure-text.ts";
import styles from "./name-day.module.css";
import { useNameDays } from "../../../grid/almanac/use-name-days.ts";

const widths = new WeakMap<NameDays, number>();

const widthOf = (names: string | undefined): number => measureText(names ?? "", measuredFonts.time);

/** The width of the widest names of some days, or of the year. */
function widestOf(list: NameDays, among?: readonly Local[]): number {
  if (among) return Math.max(...among.map((day) => widthOf(nameDayOf(list, fieldsOfLocal(day)))));
  const known = widths.get(list);
  if (known !== undefined) return known;
  const all = [...list.values()].map(widthOf);
  const widest = all.reduce((most, width) => Math.max(most, width), 0);
  widths.set(list, widest);
  return widest;
}

interface NameDayProps {
  readonly day: Local;
  /** px; if the names of any of the days are wider, none of them has them */
  readonly room?: number;
  /** the days of the view; absent: any of the year */
  readonly among?: readonly Local[];
}

/** The day's name days, for people with a list of them. */
export function NameDay({ day, room = Infinity, among }: NameDayProps) {
  const t = useMessages();
  const list = useNameDays();
  const names = nameDayOf(list, fieldsOfLocal(day));
  if (names === undefined || (room < Infinity && widestOf(list, among) > room)) return null;
  return (
    <span data-name-day="" className={styles.names} title={t("almanac.nameDay", { names })}>
      <span className="visually-hidden">{t("almanac.nameDay", { names })}</span>
      <span aria-hidden>{names}</span>
    </span>
  );
}
