import type { CredentialRecord } from "@snart/calendar/jmap/account.ts";
import { useId } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { Sentence } from "../../i18n/sentence.tsx";
import { HowLongAgo } from "../../ui/distance/how-long-ago.tsx";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import styles from "./devices-too.module.css";

interface DevicesTooProps {
  readonly devices: readonly Pick<CredentialRecord, "label" | "lastUsedAt">[];
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

/** Lists the devices that a new password doesn't concern, and offers to remove them too; nothing where there are none. */
export function DevicesToo({ devices, isChosen, onChoose }: DevicesTooProps) {
  const t = useMessages();
  const help = useId();
  if (devices.length === 0) return null;
  return (
    <div className={styles.devices}>
      <p>{t("password.devices", { count: devices.length })}</p>
      <ul className={styles.list}>
        {devices.map(({ label, lastUsedAt }, at) => (
          <li key={at} className={styles.device}>
            <span className={styles.name}>{label}</span>
            <span className={styles.used}>
              {lastUsedAt === null ? (
                t("settings.devices.unused")
              ) : (
                <Sentence
                  of="settings.security.used"
                  args={{
                    distance: <HowLongAgo at={Date.parse(lastUsedAt)} className={styles.distance ?? ""} />,
                  }}
                />
              )}
            </span>
          </li>
        ))}
      </ul>
      <Checkbox
        className={styles.choice ?? ""}
        checked={isChosen}
        onChange={onChoose}
        aria-describedby={help}
      >
        {t("password.removeDevices", { count: devices.length })}
      </Checkbox>
      <p id={help} className={styles.help}>
        {t("password.removeDevicesHelp")}
      </p>
    </div>
  );
}
