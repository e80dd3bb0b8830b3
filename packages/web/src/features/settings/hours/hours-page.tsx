import { problemKey } from "@snart/locales/problem-codes.ts";
import { USUAL_WEEK, workingWeekText } from "@snart/calendar/time/working-hours.ts";
import { useCallback, useState } from "react";
import { Link } from "wouter";
import { fetchOwnHours, setOwnWeek } from "../../../api/calendars/availability-api.ts";
import type { Account } from "../../../api/auth-client.ts";
import { wordedCode } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { useAdminData } from "../parts/use-list.ts";
import { SettingPage, SettingSection } from "../parts/setting-page.tsx";
import { ToggleRow } from "../parts/toggle-row.tsx";
import { AbsenceForm } from "./absence-form.tsx";
import { AbsenceList } from "./absence-list.tsx";
import { useWeekText } from "./use-week-text.ts";
import styles from "./hours.module.css";

/** The person's availability, as others and calendar apps see it: the hours of the week, and absences. */
export function HoursPage({ account }: { readonly account: Account }) {
  const t = useMessages();
  const weekText = useWeekText();
  const fetch = useCallback(() => fetchOwnHours(account.id), [account.id]);
  const { data: hours, problem, run } = useAdminData(fetch);
  // Shown at once, until the server has said the same or otherwise.
  const [turned, setTurned] = useState<boolean | null>(null);
  const tell = async (on: boolean): Promise<void> => {
    setTurned(on);
    await run(() => setOwnWeek(account.id, on ? own : null));
    setTurned(null);
  };
  const own = account.preferences.workingHours ?? workingWeekText(USUAL_WEEK);
  return (
    <SettingPage title={t("settings.hours.title")} intro={t("settings.hours.intro")}>
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      {hours ? (
        <>
          <SettingSection title={t("settings.hours.week")}>
            <ToggleRow
              label={t("settings.hours.tell")}
              help={t("settings.hours.tellHelp")}
              checked={turned ?? hours.workingHours !== null}
              onChange={(on) => void tell(on)}
            />
            <p className={styles.week}>
              {weekText(hours.workingHours ?? own)}{" "}
              <Link href="/settings/look">{t("settings.hours.set")}</Link>
            </p>
            {hours.hasMore ? <p className={styles.quiet}>{t("settings.hours.more")}</p> : null}
          </SettingSection>
          <SettingSection title={t("settings.hours.away")}>
            <AbsenceForm accountId={account.id} run={run} />
            <AbsenceList accountId={account.id} absences={hours.absences} run={run} />
          </SettingSection>
        </>
      ) : null}
    </SettingPage>
  );
}
