import { MINUTE } from "@snart/calendar/time/instant.ts";
import { CalendarDays, Clock } from "lucide-react";
import { useMessages } from "../../../i18n/messages.ts";
import { Select } from "../../../ui/fields/select.tsx";
import type { Proposal } from "./use-proposal.ts";
import styles from "./find-time-page.module.css";

const LENGTHS = [15, 30, 45, 60, 90, 120, 180, 240];
const DAYS = [7, 14, 28];
const icon = { size: 15, strokeWidth: 1.6, "aria-hidden": true } as const;

/** How long the event is to be, and within how many days. */
export function SoughtTime({ proposal }: { readonly proposal: Proposal }) {
  const t = useMessages();
  const length = Math.round(proposal.length / MINUTE);
  const words = (total: number): string => {
    const [hours, minutes] = [Math.floor(total / 60), total % 60];
    if (hours === 0) return t("length.shortMinutes", { minutes });
    return minutes === 0
      ? t("length.shortHours", { hours })
      : t("length.shortHoursMinutes", { hours, minutes });
  };
  return (
    <div className={styles.sought}>
      <Select
        label={t("findTime.length")}
        hideLabel
        look="quiet"
        start={<Clock {...icon} className={styles.icon} />}
        value={String(length)}
        options={[...new Set([...LENGTHS, length])]
          .toSorted((a, b) => a - b)
          .map((it) => ({ value: String(it), label: words(it) }))}
        onChange={(it) => proposal.setLength(Number(it) * MINUTE)}
      />
      <Select
        label={t("findTime.horizon")}
        hideLabel
        look="quiet"
        start={<CalendarDays {...icon} className={styles.icon} />}
        value={String(proposal.days)}
        options={DAYS.map((count) => ({ value: String(count), label: t("findTime.days", { count }) }))}
        onChange={(it) => proposal.setDays(Number(it))}
      />
    </div>
  );
}
