import { Link } from "wouter";
import { changeCalendars, type ManagedCalendar } from "../../../api/calendars/calendars-api.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { nearestCalendarColour } from "../../../store/items/calendar-colour.ts";
import { Swatch } from "../../../ui/swatch.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { useCalendarList } from "../calendars/calendar-list.ts";
import { SettingSection } from "../parts/setting-page.tsx";
import { ToggleRow } from "../parts/toggle-row.tsx";
import styles from "./muted-calendars.module.css";

/** The calendars that may send reminders; the reminders themselves are set with each calendar. */
export function MutedCalendars() {
  const t = useMessages();
  const { owners = [], show, reload } = useCalendarList();
  const mute = async (calendar: ManagedCalendar, isMuted: boolean): Promise<void> => {
    show([{ ...calendar, isMuted }]);
    const done = await changeCalendars(calendar.accountId, { [calendar.id]: { isMuted } });
    if (done.ok) return;
    addToast({ message: t("settings.notifications.muteFailed", { name: calendar.name }) });
    await reload();
  };
  if (owners.length === 0) return null;
  return (
    <SettingSection title={t("settings.notifications.calendars")}>
      <p className={styles.help}>
        <Sentence
          of="settings.notifications.calendarsHelp"
          args={{ link: <Link href="/settings/calendars">{t("calendars.title")}</Link> }}
        />
      </p>
      {owners.flatMap((owner) =>
        owner.calendars.map((calendar) => (
          <ToggleRow
            key={`${calendar.accountId} ${calendar.id}`}
            label={calendar.name}
            start={<Swatch colour={nearestCalendarColour(calendar.color, calendar.id)} />}
            {...(!owner.isPersonal && { help: owner.name })}
            checked={!calendar.isMuted}
            onChange={(on) => void mute(calendar, !on)}
          />
        )),
      )}
    </SettingSection>
  );
}
