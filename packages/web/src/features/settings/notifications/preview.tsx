import { HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { useAtNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { Mark } from "../../../ui/mark.tsx";
import { SettingSection } from "../parts/setting-page.tsx";
import styles from "./preview.module.css";

const LENGTH = 45 * MINUTE;

/** A reminder as it will be seen, of an event in an hour. */
export function Preview() {
  const t = useMessages();
  const formats = useFormats(useViewerZone().id);
  const now = useAtNow((at) => Math.floor(at / MINUTE) * MINUTE);
  const start = now + HOUR;
  return (
    <SettingSection title={t("settings.notifications.preview")}>
      <figure className={styles.card} aria-label={t("settings.notifications.preview")}>
        <p className={styles.head}>
          <Mark size={14} />
          <span>{t("settings.notifications.previewFrom")}</span>
          <time>{formats.time(now)}</time>
        </p>
        <p className={styles.title}>{t("settings.notifications.previewTitle")}</p>
        <HowSoon target={{ kind: "instant", at: start }} className={styles.soon ?? ""} />
        <p className={styles.when}>
          {t("settings.notifications.previewPlace", { time: formats.timeRange(start, start + LENGTH) })}
        </p>
      </figure>
    </SettingSection>
  );
}
