import { useId } from "react";
import { isolated } from "../../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { firstInLine } from "../../../i18n/format.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import type { RoomDates } from "../draft/draft-rooms.ts";
import { freeOn, type RoomOffer } from "./room-offers.ts";
import styles from "./rooms.module.css";

interface RoomClashesProps {
  readonly offer: RoomOffer;
  readonly offers: readonly RoomOffer[];
  readonly dates: RoomDates;
  readonly onChange: (dates: RoomDates) => void;
}

const NONE = "";

/** The dates of a series on which the chosen room is taken, each with the room that is taken instead. */
export function RoomClashes({ offer: { bookable, tried }, offers, dates, onChange }: RoomClashesProps) {
  const t = useMessages();
  const language = useLanguage();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const heading = useId();
  const clashes = (tried?.clashes ?? []).filter(({ recurrenceId }) => recurrenceId !== null);
  if (clashes.length === 0) return null;
  return (
    <section className={styles.clashes} aria-labelledby={heading}>
      <h3 id={heading}>
        {t("editor.roomClashes", { name: isolated(bookable.name), count: clashes.length })}
      </h3>
      <ul>
        {clashes.map(({ recurrenceId, start }) => {
          const key = recurrenceId ?? "";
          const at = Date.parse(start);
          const day = firstInLine(formats.shortDay(at), language);
          const options = freeOn(offers, key, bookable.id).map((one) => ({
            value: one.bookable.id,
            label: one.bookable.name,
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
                value={dates[key]?.bookableId ?? NONE}
                options={[...options, { value: NONE, label: t("editor.roomNone") }]}
                onChange={(id) => {
                  const other = offers.find((one) => one.bookable.id === id)?.bookable;
                  onChange({ ...dates, [key]: other ? { bookableId: id, name: other.name } : null });
                }}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
