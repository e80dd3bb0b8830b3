import { KeyRound, Laptop, Smartphone, Tablet, type LucideIcon } from "lucide-react";
import { DAY } from "@snart/calendar/time/instant.ts";
import type { CredentialRecord } from "@snart/calendar/jmap/account.ts";
import { useAtNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { Button } from "../../../ui/button.tsx";
import { HowLongAgo } from "../../../ui/distance/how-long-ago.tsx";
import { deviceProgram, type DeviceKind } from "./device-name.ts";
import styles from "./device-row.module.css";

const icons: Record<DeviceKind, LucideIcon> = {
  phone: Smartphone,
  tablet: Tablet,
  computer: Laptop,
  program: KeyRound,
};

/** A device that has not been used for this long has probably been given away. */
const FORGOTTEN = 90 * DAY;

/** One app password: its name, the program, and when it last synced. */
export function DeviceRow({
  device,
  reaches,
  onRemove,
}: {
  readonly device: CredentialRecord;
  /** in words, what it may do */
  readonly reaches: string;
  readonly onRemove: () => void;
}) {
  const t = useMessages();
  const program = device.lastUsedBy === null ? undefined : deviceProgram(device.lastUsedBy);
  const Icon = icons[program?.kind ?? "program"];
  const lastSeen = Date.parse(device.lastUsedAt ?? device.createdAt);
  const forgotten = useAtNow((now) => now - lastSeen > FORGOTTEN);
  const distance = <HowLongAgo at={lastSeen} className={styles.distance ?? ""} />;
  return (
    <li className={styles.row}>
      <Icon size={17} strokeWidth={1.6} aria-hidden className={styles.icon} />
      <span className={styles.words}>
        <span className={styles.name}>{device.label}</span>
        <span
          className={styles.program}
        >{`${program ? program.name : t("settings.devices.unused")}. ${reaches}`}</span>
      </span>
      <span className={styles.seen}>
        <Sentence
          of={device.lastUsedAt === null ? "settings.devices.created" : "settings.devices.synced"}
          args={{ distance }}
        />
      </span>
      <Button
        look={forgotten ? "danger" : "plain"}
        className={styles.remove ?? ""}
        aria-label={t("settings.devices.removeNamed", { name: device.label })}
        onClick={onRemove}
      >
        {t("settings.devices.remove")}
      </Button>
    </li>
  );
}
