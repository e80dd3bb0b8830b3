import { Globe } from "lucide-react";
import { useAtNow } from "../../i18n/clock.ts";
import { useMessages } from "../../i18n/messages.ts";
import { zoneCity } from "../../i18n/time-zones.ts";
import { machineZone, useViewerZone } from "../../i18n/viewer-zone.ts";
import { useStoredFlag } from "../../ui/use-stored-flag.ts";
import { usePreferences } from "../preferences/model.ts";
import styles from "./zone-notice.module.css";

/** Says once that this device has another time than the calendar shows, and offers to show the device's. */
export function ZoneNotice() {
  const t = useMessages();
  const shown = useViewerZone();
  const device = machineZone();
  const [preferences, prefer] = usePreferences();
  const [isKept, setKept] = useStoredFlag(`zone.kept.${device.id}`, false);
  const isElsewhere = useAtNow((now) => device.toLocal(now) !== shown.toLocal(now));
  if (isKept || !isElsewhere || preferences?.askWhenTravelling === false) return null;
  const names = { device: zoneCity(device.id, t), shown: zoneCity(shown.id, t) };
  return (
    <div className={styles.notice}>
      <Globe size={15} strokeWidth={1.7} aria-hidden />
      <p>{t("shell.zone.differs", names)}</p>
      <button type="button" onClick={() => prefer({ timeZone: device.id })}>
        {t("shell.zone.switch", names)}
      </button>
      <button type="button" onClick={() => setKept(true)}>
        {t("shell.zone.keep", names)}
      </button>
    </div>
  );
}
