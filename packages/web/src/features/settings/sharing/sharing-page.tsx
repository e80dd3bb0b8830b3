import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState } from "react";
import type { Account } from "../../../api/auth-client.ts";
import { wordedCode } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { nearestCalendarColour } from "../../../store/items/calendar-colour.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { Swatch } from "../../../ui/swatch.tsx";
import { usePhone } from "../../../ui/use-media.ts";
import type { SharedCalendar } from "../../../api/calendars/sharing-api.ts";
import { PublicLinks } from "../calendars/public-links.tsx";
import { SettingPage, SettingRow, SettingSection } from "../parts/setting-page.tsx";
import { PeopleSection } from "./people-section.tsx";
import { Notifications, SharedWithMe } from "./shared-with-me.tsx";
import { VisibilitySection } from "./visibility-section.tsx";
import { useSharing } from "./use-sharing.ts";
import styles from "../parts/people.module.css";
import { HandOverDialog } from "./hand-over-dialog.tsx";

/** The shares of each calendar, those of others with the person, and the notifications about both. */
export function SharingPage({ account }: { readonly account: Account }) {
  const t = useMessages();
  const { sharing, problem, run } = useSharing(account.id);
  const [asked, setAsked] = useState(() => location.hash.slice(1));
  const [isHandingOver, setHandingOver] = useState(false);
  const chosen = sharing?.calendars.find(({ id }) => id === asked) ?? sharing?.calendars[0];
  const choose = (id: string): void => {
    history.replaceState(history.state, "", `#${id}`);
    setAsked(id);
  };
  return (
    <SettingPage title={t("sharing.title")} intro={t("sharing.intro")}>
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      {sharing ? (
        <CalendarChoice calendars={sharing.calendars} chosen={chosen} onChoose={choose} />
      ) : (
        <p className={styles.quiet}>{t("settings.import.loading")}</p>
      )}
      {sharing && chosen ? (
        <>
          <PeopleSection key={chosen.id} calendar={chosen} parties={sharing.parties} run={run} />
          <SettingSection title={t("sharing.links")}>
            <PublicLinks key={chosen.id} calendar={chosen} isFolded />
          </SettingSection>
          {chosen.isOwn ? (
            <SettingSection>
              <SettingRow label={t("handOver.label")} help={t("handOver.help")}>
                <Button onClick={() => setHandingOver(true)}>{t("handOver.open")}</Button>
              </SettingRow>
            </SettingSection>
          ) : null}
          {isHandingOver ? (
            <HandOverDialog
              calendar={chosen}
              parties={sharing.parties}
              run={run}
              onClose={() => setHandingOver(false)}
            />
          ) : null}
        </>
      ) : null}
      <VisibilitySection account={account} />
      <SharedWithMe calendars={sharing?.foreign ?? []} run={run} />
      <Notifications accountId={account.id} notices={sharing?.notices ?? []} run={run} />
    </SettingPage>
  );
}

interface CalendarChoiceProps {
  readonly calendars: readonly SharedCalendar[];
  readonly chosen: SharedCalendar | undefined;
  readonly onChoose: (id: string) => void;
}

/** Which calendar the page is about: side by side, on a phone the phone's own list. */
function CalendarChoice({ calendars, chosen, onChoose }: CalendarChoiceProps) {
  const t = useMessages();
  const isPhone = usePhone();
  if (isPhone && chosen)
    return (
      <div className={styles.chosen}>
        <Select
          label={t("sharing.calendar")}
          options={calendars.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen.id}
          onChange={onChoose}
          start={
            <span className={styles.swatch}>
              <Swatch colour={nearestCalendarColour(chosen.color, chosen.id)} size={11} />
            </span>
          }
        />
      </div>
    );
  return (
    <nav className={styles.tabs} aria-label={t("calendars.title")}>
      {calendars.map(({ id, name, color }) => (
        <button
          key={id}
          type="button"
          className={styles.tab}
          aria-current={id === chosen?.id || undefined}
          onClick={() => onChoose(id)}
        >
          <Swatch colour={nearestCalendarColour(color, id)} size={11} />
          {name}
        </button>
      ))}
    </nav>
  );
}
