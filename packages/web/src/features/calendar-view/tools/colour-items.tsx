import { Check } from "lucide-react";
import { Header, MenuItem, MenuSection } from "react-aria-components";
import { useMessages } from "../../../i18n/messages.ts";
import { calendarColours, type CalendarColour } from "../../../store/items/calendar-colour.ts";
import styles from "./event-menu.module.css";

/** Shows the twelve colours as items of a menu, and for an event also its calendar's colour. */
export function ColourItems({
  own,
  hasNone = true,
  onChoose,
}: {
  /** null: it has its calendar's colour */
  readonly own: CalendarColour | null;
  /** whether it may have no colour of its own: an event may, a calendar may not */
  readonly hasNone?: boolean;
  readonly onChoose: (colour: CalendarColour | null) => void;
}) {
  const t = useMessages();
  return (
    <MenuSection className={styles.colours ?? ""} aria-label={t("calendars.colour")}>
      <Header className={styles.header ?? ""}>{t("calendars.colour")}</Header>
      {hasNone ? (
        <MenuItem
          className={styles.none ?? ""}
          textValue={t("tools.calendarColour")}
          aria-label={t("tools.calendarColour")}
          onAction={() => onChoose(null)}
        >
          {own === null ? <Check size={12} strokeWidth={2.4} /> : null}
        </MenuItem>
      ) : null}
      {calendarColours.map(({ id }) => (
        <MenuItem
          key={id}
          className={styles.colour ?? ""}
          data-colour={id}
          textValue={t(`colour.${id}`)}
          aria-label={t(`colour.${id}`)}
          onAction={() => onChoose(id)}
        >
          {own === id ? <Check size={12} strokeWidth={2.4} /> : null}
        </MenuItem>
      ))}
    </MenuSection>
  );
}
