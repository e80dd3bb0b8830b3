import { addDays, localFromFields } from "@snart/calendar/time/local.ts";
import {
  readWorkingWeek,
  USUAL_WEEK,
  workingWeekText,
  type WorkingHours,
} from "@snart/calendar/time/working-hours.ts";
import { useState } from "react";
import type { Account } from "../../../api/auth-client.ts";
import { firstInLine } from "../../../i18n/format.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { Button } from "../../../ui/button.tsx";
import { TimeField } from "../../../ui/fields/time-field.tsx";
import { Toggle } from "../../../ui/fields/toggle.tsx";
import type { Saver } from "../parts/save-state.ts";
import { SettingRow, SettingSection } from "../parts/setting-page.tsx";
import styles from "./working-hours-section.module.css";

const MONDAY = localFromFields(2026, 11, 23);
const USUAL: WorkingHours = { from: 8 * 60, to: 17 * 60 };
const DAY_END = 24 * 60;

interface WorkingHoursProps {
  readonly account: Account;
  readonly save: Saver["save"];
}

/**
 * The hours that are light in the day and the week, the hour at which these open, and the days of the work week: one line
 * as long as all days have the same hours, otherwise a line a day.
 */
export function WorkingHoursSection({ account, save }: WorkingHoursProps) {
  const t = useMessages();
  const week = readWorkingWeek(account.preferences.workingHours ?? "") ?? USUAL_WEEK;
  const hours = week.find((it) => it !== null) ?? USUAL;
  const isSame = week.every((it) => it === null || (it.from === hours.from && it.to === hours.to));
  // What was opened stays open while it is written in.
  const [isEach, setEach] = useState(!isSame);
  const keep = (next: Week): void => {
    if (next.every((it) => it === null || it.from < it.to))
      save({ preferences: { workingHours: workingWeekText(next) } });
  };
  return (
    <SettingSection title={t("settings.look.workingHours")}>
      {isSame && !isEach ? (
        <OneLine week={week} hours={hours} onChange={keep} />
      ) : (
        week.map((it, index) => (
          <DayRow key={index} index={index} hours={it} onChange={(next) => keep(week.with(index, next))} />
        ))
      )}
      {isSame ? (
        <Button look="inline" className={styles.other ?? ""} onClick={() => setEach(!isEach)}>
          {t(isEach ? "settings.look.sameHours" : "settings.look.eachDay")}
        </Button>
      ) : null}
    </SettingSection>
  );
}

type Week = readonly (WorkingHours | null)[];

interface OneLineProps {
  readonly week: Week;
  /** of every day that is worked on */
  readonly hours: WorkingHours;
  readonly onChange: (week: Week) => void;
}

function OneLine({ week, hours, onChange }: OneLineProps) {
  const t = useMessages();
  const formats = useFormats("UTC");
  const all = t("settings.look.workingHours");
  const setHours = (next: WorkingHours): void => onChange(week.map((it) => (it === null ? null : next)));
  return (
    <SettingRow label={t("settings.look.workDays")} help={t("settings.look.workDaysHelp")}>
      <div className={styles.line}>
        <fieldset aria-label={t("settings.look.workDays")} className={styles.days}>
          {week.map((it, index) => {
            const day = addDays(MONDAY, index);
            return (
              <label key={day} className={styles.day}>
                <input
                  type="checkbox"
                  aria-label={t("settings.look.worksOn", { day: formats.weekday(day) })}
                  checked={it !== null}
                  onChange={({ currentTarget }) =>
                    onChange(week.with(index, currentTarget.checked ? hours : null))
                  }
                />
                {formats.shortWeekday(day)}
              </label>
            );
          })}
        </fieldset>
        <span className={styles.span}>
          <TimeField
            label={t("settings.look.workFrom", { day: all })}
            value={hours.from}
            onChange={(from) => setHours({ ...hours, from })}
          />
          <span aria-hidden>–</span>
          <TimeField
            label={t("settings.look.workTo", { day: all })}
            value={hours.to}
            onChange={(to) => setHours({ ...hours, to: to === 0 ? DAY_END : to })}
          />
        </span>
      </div>
    </SettingRow>
  );
}

interface DayRowProps {
  /** of the week, Monday first */
  readonly index: number;
  readonly hours: WorkingHours | null;
  readonly onChange: (hours: WorkingHours | null) => void;
}

function DayRow({ index, hours, onChange }: DayRowProps) {
  const t = useMessages();
  const language = useLanguage();
  const formats = useFormats("UTC");
  const weekday = formats.weekday(addDays(MONDAY, index));
  const day = firstInLine(weekday, language);
  return (
    <SettingRow label={day} narrow>
      <div className={styles.hours}>
        {hours ? (
          <>
            <TimeField
              label={t("settings.look.workFrom", { day })}
              value={hours.from}
              onChange={(from) => onChange({ ...hours, from })}
            />
            <span aria-hidden>–</span>
            <TimeField
              label={t("settings.look.workTo", { day })}
              value={hours.to}
              onChange={(to) => onChange({ ...hours, to: to === 0 ? DAY_END : to })}
            />
          </>
        ) : (
          <span className={styles.off}>{t("settings.look.dayOff")}</span>
        )}
        <Toggle
          label={t("settings.look.worksOn", { day: weekday })}
          checked={hours !== null}
          onChange={(on) => onChange(on ? USUAL : null)}
        />
      </div>
    </SettingRow>
  );
}
