import {
  followShared,
  dismissNotices,
  type ForeignCalendar,
  type ShareNotice,
} from "../../../api/calendars/sharing-api.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { nearestCalendarColour } from "../../../store/items/calendar-colour.ts";
import { Button } from "../../../ui/button.tsx";
import { HowLongAgo } from "../../../ui/distance/how-long-ago.tsx";
import { Swatch } from "../../../ui/swatch.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { SettingSection } from "../parts/setting-page.tsx";
import type { SharingData } from "./use-sharing.ts";
import styles from "../parts/people.module.css";

interface NotificationsProps {
  readonly accountId: string;
  readonly notices: readonly ShareNotice[];
  readonly run: SharingData["run"];
}

/** Notifications of what others have done about their shares with the person, newest first. */
export function Notifications({ accountId, notices, run }: NotificationsProps) {
  const t = useMessages();
  if (notices.length === 0) return null;
  const dismiss = (ids: readonly string[]): void => void run(() => dismissNotices(accountId, ids));
  return (
    <SettingSection title={t("sharing.notifications")}>
      <ul>
        {notices.slice(0, 10).map(({ id, by, calendar, at, level }) => (
          <li key={id} className={styles.row} data-faceless="">
            <span className={styles.words}>
              <span className={styles.name}>
                {level === null
                  ? t("sharing.notificationGone", { name: by, calendar })
                  : t("sharing.notificationLevel", { name: by, calendar, level: t(`level.${level}`) })}
              </span>
              <span className={styles.said}>
                <HowLongAgo at={at} />
              </span>
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button onClick={() => dismiss(notices.map(({ id }) => id))}>{t("sharing.notificationsSeen")}</Button>
      </div>
    </SettingSection>
  );
}

interface ForeignProps {
  readonly calendars: readonly ForeignCalendar[];
  readonly run: SharingData["run"];
}

/** Calendars of others: the person's rights there, and a way to leave, which can be undone. */
export function SharedWithMe({ calendars, run }: ForeignProps) {
  const t = useMessages();
  if (calendars.length === 0) return null;
  const follow = async (calendar: ForeignCalendar, isSubscribed: boolean): Promise<void> => {
    const isDone = await run(() => followShared(calendar, isSubscribed));
    if (!isDone || isSubscribed) return;
    addToast({
      message: t("sharing.left", { calendar: calendar.name }),
      action: { label: t("action.undo"), takesBack: true, run: () => void follow(calendar, true) },
    });
  };
  return (
    <SettingSection title={t("sharing.withMe")}>
      <ul>
        {calendars.map((calendar) => (
          <li key={calendar.id} className={styles.row}>
            <Swatch
              colour={nearestCalendarColour(calendar.color, calendar.id)}
              hollow={!calendar.isSubscribed}
              size={14}
            />
            <span className={styles.words}>
              <span className={styles.name}>{calendar.name}</span>
              <span className={styles.said}>
                {t("sharing.from", { name: calendar.ownerName, level: t(`level.${calendar.level}`) })}
              </span>
            </span>
            <Button
              className={styles.wide}
              aria-label={t(calendar.isSubscribed ? "sharing.leaveNamed" : "sharing.joinNamed", {
                calendar: calendar.name,
              })}
              onClick={() => void follow(calendar, !calendar.isSubscribed)}
            >
              {t(calendar.isSubscribed ? "sharing.leave" : "sharing.join")}
            </Button>
          </li>
        ))}
      </ul>
    </SettingSection>
  );
}
