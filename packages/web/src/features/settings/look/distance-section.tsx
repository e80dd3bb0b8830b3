import { HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { addDays, asLocal, startOfDay } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { useAtNow } from "../../../i18n/clock.ts";
import type { Account } from "../../../api/auth-client.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import type { Saver } from "../parts/save-state.ts";
import styles from "./distance-section.module.css";
import { SettingSection } from "../parts/setting-page.tsx";
import { ToggleRow } from "../parts/toggle-row.tsx";

/** Whether the grid says how soon, shown on an evening that is always ahead. */
export function DistanceSection({
  account,
  save,
}: {
  readonly account: Account;
  readonly save: Saver["save"];
}) {
  const t = useMessages();
  const zone = useViewerZone();
  const { timeRange } = useFormats(zone.id);
  const start = useAtNow((now) => nextEvening(now, zone));
  const shown = account.preferences.showHowSoon !== false;
  return (
    <SettingSection title={t("settings.profile.distances")}>
      <ToggleRow
        label={t("settings.profile.howSoon")}
        help={t("settings.profile.howSoonHelp")}
        checked={shown}
        onChange={(on) => save({ preferences: { showHowSoon: on } })}
      />
      <p className={styles.example}>
        <span className={styles.word}>{t("settings.profile.example")}</span>
        <strong className={styles.title}>{t("settings.profile.exampleEvent")}</strong>
        <span>{timeRange(start, start + 90 * MINUTE)}</span>
        {shown ? <HowSoon target={{ kind: "instant", at: start }} className={styles.distance ?? ""} /> : null}
      </p>
    </SettingSection>
  );
}

/** 19:00 today, or tomorrow once that has passed. */
function nextEvening(now: number, zone: Zone): number {
  const evening = asLocal(startOfDay(zone.toLocal(now)) + 19 * HOUR);
  const today = zone.toInstant(evening);
  return today > now ? today : zone.toInstant(addDays(evening, 1));
}
