import { addDays, localFromFields } from "@snart/calendar/time/local.ts";
import {
  readWorkingWeek,
  USUAL_WEEK,
  workingWeekText,
  type WorkingHours,
} from "@snart/calendar/time/working-hours.ts";
import type { Account } from "../../../api/auth-client.ts";
import { firstInLine } from "../../../i18n/format.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { TimeField } from "../../../ui/fields/time-field.tsx";
import { Toggle } from "../../../ui/fields/toggle.tsx";
import type { Saver } from "../parts/save-state.ts";
import { SettingRow, SettingSection } from "../parts/setting-page.tsx";
import styles from "./working-hours-section.module.css";

const MONDAY = localFromFields(2026, 11, 23);
const USUAL: WorkingHours = { from: 8 * 60, to: 17 * 60 };

/** The hours that are light in the day and the week, the hour at which these open, and the days of the work week. */
export function WorkingHoursSection({
  account,
  save,
}: {
  readonly account: Account;
  readonly save: Saver["save"];
}) {
  const t = useMessages();
  const language = useLanguage();
  const formats = useFormats("UTC");
  const week = readWorkingWeek(account.preferences.workingHours ?? "") ?? USUAL_WEEK;
  const set = (index: number, hours: WorkingHours | null): void => {
    if (hours && hours.from >= hours.to) return;
    save({ preferences: { workingHours: workingWeekText(week.with(index, hours)) } });
  };
  return (
    <SettingSection title={t("settings.look.workingHours")}>
      {week.map((hours, index) => {
        const weekday = formats.weekday(addDays(MONDAY, index));
        const day = firstInLine(weekday, language);
        return (
          <SettingRow key={day} label={day} narrow>
            <div className={styles.hours}>
              {hours ? (
                <>
                  <TimeField
                    label={t("settings.look.workFrom", { day })}
                    value={hours.from}
                    onChange={(from) => set(index, { ...hours, from })}
                  />
                  <span aria-hidden>–</span>
                  <TimeField
                    label={t("settings.look.workTo", { day })}
                    value={hours.to}
                    onChange={(to) => set(index, { ...hours, to: to === 0 ? 24 * 60 : to })}
                  />
                </>
              ) : (
                <span className={styles.off}>{t("settings.look.dayOff")}</span>
              )}
              <Toggle
                label={t("settings.look.worksOn", { day: weekday })}
                checked={hours !== null}
                onChange={(on) => set(index, on ? USUAL : null)}
              />
            </div>
          </SettingRow>
        );
      })}
    </SettingSection>
  );
}
