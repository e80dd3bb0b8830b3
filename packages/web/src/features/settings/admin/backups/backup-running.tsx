import type { BackupProgress } from "@snart/calendar/jmap/backups.ts";
import { useMessages } from "../../../../i18n/messages.ts";
import styles from "./backups.module.css";

const STEPS = {
  copy: "admin.backups.step.copy",
  verify: "admin.backups.step.verify",
  open: "admin.backups.step.open",
  restore: "admin.backups.step.restore",
} as const;

/** How far a backup is that is being made or restored from. */
export function BackupRunning({ step, done, all }: BackupProgress) {
  const t = useMessages();
  const share = all === 0 ? 0 : done / all;
  const words = t(STEPS[step], { percent: Math.floor(share * 100) });
  const label = isOfRestoring(step) ? words : t("admin.backups.running");
  return (
    <div className={styles.running}>
      <progress className={styles.bar} aria-label={label} value={share} max={1} />
      <span className={styles.step}>{words}</span>
    </div>
  );
}

/** Whether it is a step of restoring, which has its own place. */
export const isOfRestoring = (step: BackupProgress["step"]): boolean => step === "open" || step === "restore";
