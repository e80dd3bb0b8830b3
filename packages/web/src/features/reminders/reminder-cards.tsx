import type { GivenReminder } from "../../api/items/reminders-api.ts";
import { useNow } from "../../i18n/clock.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { Button } from "../../ui/button.tsx";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { snoozeTimes } from "./snooze-times.ts";
import type { Reminders } from "./use-reminders.ts";
import styles from "./reminder-cards.module.css";

/** At a time; what rang before these waits behind them. */
const MOST_SHOWN = 3;

/** Cards in a corner, the newest first. They stay until they are dealt with, and take no focus from what one is doing. */
export function ReminderCards({ list, dismiss, snooze }: Reminders) {
  const t = useMessages();
  const newest = list.toReversed();
  const more = newest.length - MOST_SHOWN;
  return (
    <section className={styles.corner} aria-label={t("reminders.region")}>
      <ol className={styles.cards} aria-live="assertive" aria-relevant="additions">
        {newest.slice(0, MOST_SHOWN).map((reminder) => (
          <ReminderCard
            key={reminder.id}
            reminder={reminder}
            onDismiss={() => dismiss([reminder.id])}
            onSnooze={(until) => snooze(reminder.id, until)}
          />
        ))}
      </ol>
      {list.length > 1 ? (
        <p className={styles.all}>
          {more > 0 ? <span>{t("reminders.more", { count: more })}</span> : null}
          <Button look="inline" onClick={() => dismiss(list.map(({ id }) => id))}>
            {t("reminders.dismissAll")}
          </Button>
        </p>
      ) : null}
    </section>
  );
}

interface CardProps {
  readonly reminder: GivenReminder;
  readonly onDismiss: () => void;
  readonly onSnooze: (until: number) => void;
}

function ReminderCard({ reminder, onDismiss, onSnooze }: CardProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const now = useNow();
  const { start } = reminder;
  const title = reminder.title || t("reminders.untitled");
  const times = snoozeTimes(now, start, zone);
  return (
    <li className={styles.card}>
      <h2 className={styles.title}>{title}</h2>
      {start === null ? null : (
        <HowSoon target={{ kind: "instant", at: start }} className={styles.soon ?? ""} />
      )}
      <p className={styles.when}>
        <When reminder={reminder} />
      </p>
      <div className={styles.actions}>
        <Select
          label={t("reminders.snoozeLabel", { title })}
          hideLabel
          value=""
          options={[
            { value: "", label: t("reminders.snooze") },
            ...times.map(({ name }) => ({ value: name, label: t(`reminders.until.${name}`) })),
          ]}
          onChange={(chosen) => {
            const time = times.find(({ name }) => name === chosen);
            if (time) onSnooze(time.until);
          }}
        />
        <Button look="plain" size={36} onClick={onDismiss} aria-label={t("reminders.dismissOne", { title })}>
          {t("reminders.dismiss")}
        </Button>
      </div>
    </li>
  );
}

/** Absolute times, on the viewer's clocks. */
function When({ reminder }: { readonly reminder: GivenReminder }) {
  const { start, end, isAllDay, place } = reminder;
  const zone = useViewerZone();
  const { shortDay, time, timeRange } = useFormats(zone.id);
  if (start === null) return place;
  const clock = end !== null && end > start ? timeRange(start, end) : time(start);
  const when = isAllDay ? shortDay(start) : `${shortDay(start)}, ${clock}`;
  return [when, place].filter((part) => part !== "").join(" · ");
}
