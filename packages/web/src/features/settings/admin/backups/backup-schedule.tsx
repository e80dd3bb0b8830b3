import type { BackupSchedule, ServerBackups } from "@snart/calendar/jmap/backups.ts";
import { useId, useState, type FormEvent } from "react";
import { useMessages } from "../../../../i18n/messages.ts";
import { Sentence } from "../../../../i18n/sentence.tsx";
import { useViewerZone } from "../../../../i18n/viewer-zone.ts";
import { Button } from "../../../../ui/button.tsx";
import { HowSoon } from "../../../../ui/distance/how-soon.tsx";
import { formatClock, parseClock } from "../../../../ui/fields/parse-clock.ts";
import { TextField } from "../../../../ui/fields/text-field.tsx";
import { TimeField } from "../../../../ui/fields/time-field.tsx";
import { Toggle } from "../../../../ui/fields/toggle.tsx";
import { SettingRow, SettingSection } from "../../parts/setting-page.tsx";
import styles from "./backups.module.css";

interface ScheduleProps {
  readonly report: ServerBackups;
  readonly onChange: (change: Partial<BackupSchedule>) => void;
}

/** When backups are made by themselves, how many stay, and where. */
export function BackupScheduleSection({ report, onChange }: ScheduleProps) {
  const t = useMessages();
  const { schedule, nextAt, folder, second, isEncrypted } = report;
  return (
    <SettingSection
      title={t("admin.backups.schedule")}
      action={
        nextAt === null ? null : (
          <span className={styles.next}>
            <Sentence
              of="admin.backups.next"
              args={{ when: <HowSoon target={{ kind: "instant", at: Date.parse(nextAt) }} /> }}
            />
          </span>
        )
      }
    >
      <NightlyRow schedule={schedule} onChange={onChange} />
      <KeepRow schedule={schedule} onChange={onChange} />
      <SettingRow label={t("admin.backups.where")} help={t("admin.backups.whereHelp")}>
        <span className={styles.folder}>{folder}</span>
      </SettingRow>
      <SettingRow label={t("admin.backups.second")} help={t("admin.backups.secondHelp")}>
        <span className={styles.folder}>{second?.folder ?? t("admin.backups.secondNone")}</span>
      </SettingRow>
      <SettingRow
        label={t("admin.backups.encrypted")}
        help={t(isEncrypted ? "admin.backups.encryptedOn" : "admin.backups.encryptedOff")}
      >
        {t(isEncrypted ? "admin.backups.yes" : "admin.backups.no")}
      </SettingRow>
    </SettingSection>
  );
}

type RowProps = Pick<ScheduleProps, "onChange"> & { readonly schedule: BackupSchedule };

function NightlyRow({ schedule, onChange }: RowProps) {
  const t = useMessages();
  const id = useId();
  const zone = useViewerZone();
  const { isOn, time, timeZone } = schedule;
  const help =
    isOn && timeZone !== zone.id
      ? t("admin.backups.nightlyZone", { zone: timeZone })
      : t("admin.backups.nightlyHelp");
  return (
    <SettingRow label={t("admin.backups.nightly")} help={help} htmlFor={id} narrow>
      {isOn ? (
        <span className={styles.time}>
          <TimeField
            label={t("admin.backups.time")}
            value={parseClock(time) ?? 0}
            onChange={(minutes) => onChange({ time: formatClock(minutes), timeZone: zone.id })}
          />
        </span>
      ) : null}
      <Toggle
        id={id}
        checked={isOn}
        onChange={(on) => onChange({ isOn: on })}
        aria-describedby={`${id}-help`}
      />
    </SettingRow>
  );
}

const COUNTS = [
  ["daily", "admin.backups.keepDaily"],
  ["weekly", "admin.backups.keepWeekly"],
  ["monthly", "admin.backups.keepMonthly"],
] as const;
type Counts = Readonly<Record<(typeof COUNTS)[number][0], string>>;

/** The whole number from 0 to 366 that a text is. */
function countOf(text: string): number | undefined {
  const count = /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return count <= 366 ? count : undefined;
}

function KeepRow({ schedule, onChange }: RowProps) {
  const t = useMessages();
  const { daily, weekly, monthly } = schedule;
  const [typed, setTyped] = useState<Counts>();
  const counts = typed && COUNTS.map(([name]) => countOf(typed[name]));
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const [days, weeks, months] = counts ?? [];
    if (days === undefined || weeks === undefined || months === undefined) return;
    onChange({ daily: days, weekly: weeks, monthly: months });
    setTyped(undefined);
  };
  return (
    <>
      <SettingRow label={t("admin.backups.keep")} help={t("admin.backups.keepHelp")}>
        <span>{t("admin.backups.keepWords", { daily, weekly, monthly })}</span>
        <Button
          aria-expanded={typed !== undefined}
          onClick={() =>
            setTyped(typed ? undefined : { daily: `${daily}`, weekly: `${weekly}`, monthly: `${monthly}` })
          }
        >
          {t("admin.backups.change")}
        </Button>
      </SettingRow>
      {typed ? (
        <form className={styles.keep} onSubmit={save}>
          {COUNTS.map(([name, key]) => (
            <TextField
              key={name}
              label={t(key)}
              inputMode="numeric"
              value={typed[name]}
              error={countOf(typed[name]) === undefined ? t("admin.backups.keepRange") : null}
              onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
            />
          ))}
          <Button type="submit" look="primary" size={36}>
            {t("admin.backups.save")}
          </Button>
        </form>
      ) : null}
    </>
  );
}
