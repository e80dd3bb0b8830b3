import { MINUTE } from "@snart/calendar/time/instant.ts";
import { addDays, asLocal, startOfDay, weekday, type Local } from "@snart/calendar/time/local.ts";
import { useId } from "react";
import type { Account } from "../../../api/auth-client.ts";
import { useAtNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { formatClock, parseClock } from "../../../ui/fields/parse-clock.ts";
import { TimeField } from "../../../ui/fields/time-field.tsx";
import { Toggle } from "../../../ui/fields/toggle.tsx";
import type { Saver } from "../parts/save-state.ts";
import { SettingRow } from "../parts/setting-page.tsx";
import styles from "./notifications-page.module.css";

interface RowProps {
  readonly account: Account;
  readonly save: Saver["save"];
}

const MORNING = "06:30";
const EVENING = "18:00";
const SUNDAY = 7;
const NIGHT = { from: "21:30", to: "06:30" };

/** The day's events by mail, and how soon they come next. */
export const AgendaRow = ({ account, save }: RowProps) => (
  <MailRow
    of="agenda"
    at={account.preferences.agendaAt}
    usual={MORNING}
    onSet={(agendaAt) => save({ preferences: { agendaAt } })}
  />
);

/** The coming week by mail, on Sundays. */
export const WeekRow = ({ account, save }: RowProps) => (
  <MailRow
    of="week"
    at={account.preferences.weekAt}
    usual={EVENING}
    onDay={SUNDAY}
    onSet={(weekAt) => save({ preferences: { weekAt } })}
  />
);

interface MailRowProps {
  readonly of: "agenda" | "week";
  /** when it is sent; undefined or null: never */
  readonly at: string | null | undefined;
  /** the time at which it is sent if nobody chooses another */
  readonly usual: string;
  /** the day of the week on which it is sent; absent: on all */
  readonly onDay?: number;
  readonly onSet: (at: string | null) => void;
}

function MailRow({ of, at, usual, onDay, onSet: set }: MailRowProps) {
  const t = useMessages();
  const id = useId();
  const isOn = typeof at === "string";
  return (
    <SettingRow
      label={t(`settings.notifications.${of}`)}
      help={
        isOn ? (
          <Sentence
            of={`settings.notifications.${of}Next`}
            args={{ distance: <NextTime clock={at} {...(onDay && { onDay })} /> }}
          />
        ) : (
          t(`settings.notifications.${of}Help`)
        )
      }
      htmlFor={id}
      narrow
    >
      <span className={styles.times}>
        {isOn ? (
          <TimeField
            label={t(`settings.notifications.${of}At`)}
            value={parseClock(at) ?? 0}
            onChange={(minutes) => set(formatClock(minutes))}
          />
        ) : null}
        <Toggle
          id={id}
          checked={isOn}
          onChange={(on) => set(on ? usual : null)}
          aria-describedby={`${id}-help`}
        />
      </span>
    </SettingRow>
  );
}

/** The hours in which nothing is sent, and how soon they begin or end. */
export function QuietRow({ account, save }: RowProps) {
  const t = useMessages();
  const id = useId();
  const quietHours = account.preferences.quietHours ?? null;
  const set = (hours: typeof quietHours): void => save({ preferences: { quietHours: hours } });
  return (
    <SettingRow
      label={t("settings.notifications.quiet")}
      help={quietHours ? <QuietHelp {...quietHours} /> : t("settings.notifications.quietHelp")}
      htmlFor={id}
      narrow
    >
      <span className={styles.times}>
        {quietHours ? (
          <>
            <TimeField
              label={t("settings.notifications.quietFrom")}
              value={parseClock(quietHours.from) ?? 0}
              onChange={(minutes) => set({ ...quietHours, from: formatClock(minutes) })}
            />
            <span aria-hidden>–</span>
            <TimeField
              label={t("settings.notifications.quietTo")}
              value={parseClock(quietHours.to) ?? 0}
              onChange={(minutes) => set({ ...quietHours, to: formatClock(minutes) })}
            />
          </>
        ) : null}
        <Toggle
          id={id}
          checked={quietHours !== null}
          onChange={(on) => set(on ? NIGHT : null)}
          aria-describedby={`${id}-help`}
        />
      </span>
    </SettingRow>
  );
}

function QuietHelp({ from, to }: typeof NIGHT) {
  const zone = useViewerZone();
  const [begins, ends] = [parseClock(from) ?? 0, parseClock(to) ?? 0];
  const isNow = useAtNow((now) => {
    const minute = minuteOf(zone.toLocal(now));
    return begins <= ends ? minute >= begins && minute < ends : minute >= begins || minute < ends;
  });
  return (
    <Sentence
      of={isNow ? "settings.notifications.quietNow" : "settings.notifications.quietNext"}
      args={{ distance: <NextTime clock={isNow ? to : from} /> }}
    />
  );
}

/** How soon it is this time of day again, on a day of the week if one is given. */
function NextTime({ clock, onDay }: { readonly clock: string; readonly onDay?: number }) {
  const zone = useViewerZone();
  const minutes = parseClock(clock) ?? 0;
  const at = useAtNow((now) => {
    const today = startOfDay(zone.toLocal(now));
    const times = Array.from({ length: 8 }, (_, days) => addDays(today, days))
      .filter((day) => onDay === undefined || weekday(day) === onDay)
      .map((day) => zone.toInstant(asLocal(day + minutes * MINUTE)));
    return times.find((time) => time > now) ?? now;
  });
  return <HowSoon target={{ kind: "instant", at }} />;
}

const minuteOf = (local: Local): number => Math.floor((local - startOfDay(local)) / MINUTE);
