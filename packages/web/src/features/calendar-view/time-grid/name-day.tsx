import { nameDayOf, type NameDays } from "@snart/calendar/almanac/name-days.ts";
import { dayOf, fieldsOfLocal, type Local } from "@snart/calendar/time/local.ts";
import { useAtNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { measuredFonts, measureText } from "../../../ui/measure-text.ts";
import styles from "./name-day.module.css";
import { useNameDays } from "../../../grid/almanac/use-name-days.ts";

const widths = new WeakMap<NameDays, number>();

const widthOf = (names: string | undefined): number => measureText(names ?? "", measuredFonts.time);

/** What the lamp around today's number takes more than the numbers of other days, px. */
const LAMP = 12;

/** The width of the widest names of some days, or of the year. @param today has less room */
function widestOf(list: NameDays, today: number, among?: readonly Local[]): number {
  if (among) {
    const wide = (day: Local): number =>
      widthOf(nameDayOf(list, fieldsOfLocal(day))) + (dayOf(day) === today ? LAMP : 0);
    return Math.max(...among.map(wide));
  }
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
  const zone = useViewerZone();
  const today = useAtNow((now) => dayOf(zone.toLocal(now)));
  const list = useNameDays();
  const names = nameDayOf(list, fieldsOfLocal(day));
  if (names === undefined || (room < Infinity && widestOf(list, today, among) > room)) return null;
  return (
    <span data-name-day="" className={styles.names} title={t("almanac.nameDay", { names })}>
      <span className="visually-hidden">{t("almanac.nameDay", { names })}</span>
      <span aria-hidden>{names}</span>
    </span>
  );
}
