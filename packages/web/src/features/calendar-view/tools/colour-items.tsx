import { Check } from "lucide-react";
import { Header, MenuItem, MenuSection } from "react-aria-components";
import { useMessages } from "../../../i18n/messages.ts";
import { calendarColours } from "../../../store/calendar-colour.ts";
import type { CalendarColour } from "../../../store/calendar-colour.ts";
import styles from "./event-menu.module.css";

/** The colours of an event as items of a menu: its calendar's, and the twelve. */
export function ColourItems({
  own,
  onChoose,
}: {
  /** null where it has its calendar's */
  readonly own: CalendarColour | null;
  readonly onChoose: (colour: CalendarColour | null) => void;
}) {
  const t = useMessages();
  return (
    <MenuSection className={styles.colours ?? ""} aria-label={t("calendars.colour")}>
      <Header className={styles.header ?? ""}>{t("calendars.colour")}</Header>
      <MenuItem
        className={styles.none ?? ""}
        textValue={t("tools.calendarColour")}
        aria-label={t("tools.calendarColour")}
        onAction={() => onChoose(null)}
      >
        {own === null ? <Check size={12} strokeWidth={2.4} /> : null}
      </MenuItem>
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
