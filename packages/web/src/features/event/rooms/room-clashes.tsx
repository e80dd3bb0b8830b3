import type { Zone } from "@snart/calendar/time/zone.ts";
import { useId } from "react";
import { isolated } from "../../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { firstInLine } from "../../../i18n/format.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { localDateTimeText } from "../../../store/items/local-text.ts";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import type { RoomDates, RoomOnDate } from "../draft/draft-rooms.ts";
import { freeOn, type RoomOffer } from "./room-offers.ts";
import styles from "./rooms.module.css";

interface RoomClashesProps {
  readonly offer: RoomOffer;
  readonly offers: readonly RoomOffer[];
  readonly dates: RoomDates;
  /** of the event's clocks */
  readonly zone: Zone;
  readonly onChange: (dates: RoomDates) => void;
}

const NONE = "";
/** Before the start of another time for the same room. */
const MOVED = "moved ";

/** The dates of a series on which the chosen room is taken, each with what is done instead: another time near it, or another room. */
export function RoomClashes({ offer: { bookable, tried }, offers, dates, zone, onChange }: RoomClashesProps) {
  const t = useMessages();
  const language = useLanguage();
  const formats = useFormats(useViewerZone().id);
  const heading = useId();
  const chosenOf = (value: string): RoomOnDate | null => {
    if (value.startsWith(MOVED)) {
      const at = value.slice(MOVED.length);
      const local = localDateTimeText(zone.toLocal(Date.parse(at)));
      return { bookableId: bookable.id, name: bookable.name, moved: { at, local } };
    }
    const other = offers.find((one) => one.bookable.id === value)?.bookable;
    return other ? { bookableId: value, name: other.name } : null;
  };
  const clashes = (tried?.clashes ?? []).filter(({ recurrenceId }) => recurrenceId !== null);
  if (clashes.length === 0) return null;
  return (
    <section className={styles.clashes} aria-labelledby={heading}>
      <h3 id={heading}>
        {t("editor.roomClashes", { name: isolated(bookable.name), count: clashes.length })}
      </h3>
      <ul>
        {clashes.map(({ recurrenceId, start, others }) => {
          const key = recurrenceId ?? "";
          const at = Date.parse(start);
          const day = firstInLine(formats.shortDay(at), language);
          const own = dates[key];
          const times = others.map((other) => {
            const moved = Date.parse(other.start);
            const isSameDay = formats.shortDay(moved) === formats.shortDay(at);
            const when = isSameDay
              ? formats.time(moved)
              : `${formats.shortDay(moved)} ${formats.time(moved)}`;
            return { value: `${MOVED}${other.start}`, label: `${bookable.name} ${when}` };
          });
          const options = freeOn(offers, key, bookable.id).map((one) => ({
            value: one.bookable.id,
            label: `${one.bookable.name} ${formats.time(at)}`,
          }));
          return (
            <li key={key}>
              <span>
                {day} <HowSoon target={{ kind: "instant", at }} />
              </span>
              <Select
                label={t("editor.roomOnDate", { day })}
                hideLabel
                look="quiet"
                value={own?.moved ? `${MOVED}${own.moved.at}` : (own?.bookableId ?? NONE)}
                options={[...times, ...options, { value: NONE, label: t("editor.roomNone") }]}
                onChange={(value) => onChange({ ...dates, [key]: chosenOf(value) })}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
