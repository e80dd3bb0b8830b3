import { MINUTE } from "@snart/calendar/time/instant.ts";
import { addDays, asLocal, startOfDay, type Local } from "@snart/calendar/time/local.ts";
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
const NIGHT = { from: "21:30", to: "06:30" };

/** The day's events by mail, and how soon they come next. */
export function AgendaRow({ account, save }: RowProps) {
  const t = useMessages();
  const id = useId();
  const { agendaAt } = account.preferences;
  const set = (at: string | null): void => save({ preferences: { agendaAt: at } });
  const isOn = typeof agendaAt === "string";
  return (
    <SettingRow
      label={t("settings.notifications.agenda")}
      help={
        isOn ? (
          <Sentence
            of="settings.notifications.agendaNext"
            args={{ distance: <NextTime clock={agendaAt} /> }}
          />
        ) : (
          t("settings.notifications.agendaHelp")
        )
      }
      htmlFor={id}
      narrow
    >
      <span className={styles.times}>
        {isOn ? (
          <TimeField
            label={t("settings.notifications.agendaAt")}
            value={parseClock(agendaAt) ?? 0}
            onChange={(minutes) => set(formatClock(minutes))}
          />
        ) : null}
        <Toggle
          id={id}
          checked={isOn}
          onChange={(on) => set(on ? MORNING : null)}
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

/** How soon it is this time of day again. */
function NextTime({ clock }: { readonly clock: string }) {
  const zone = useViewerZone();
  const minutes = parseClock(clock) ?? 0;
  const at = useAtNow((now) => {
    const today = startOfDay(zone.toLocal(now));
    const [first, second] = [today, addDays(today, 1)].map((day) =>
      zone.toInstant(asLocal(day + minutes * MINUTE)),
    );
    return first !== undefined && first > now ? first : (second ?? now);
  });
  return <HowSoon target={{ kind: "instant", at }} />;
}

const minuteOf = (local: Local): number => Math.floor((local - startOfDay(local)) / MINUTE);
