import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { dayOf } from "@snart/calendar/time/local.ts";
import type { ReactNode } from "react";
import { useNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import type { Coming } from "./model.ts";
import { useEventTitle } from "./use-event-title.ts";
import styles from "./wall.module.css";

interface WallHeadProps {
  /** undefined: nothing is known of it */
  readonly coming: readonly Coming[] | undefined;
  /** whose an event is has to be said */
  readonly isOfSeveral: boolean;
  /** in place of the week: it is as old as this says */
  readonly away: ReactNode;
}

/** The clock, what comes next and how soon, and the week. */
export function WallHead({ coming, isOfSeveral, away }: WallHeadProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const now = useNow();
  const { time, week } = useFormats(zone.id);
  return (
    <header className={styles.head}>
      <p className={styles.clock}>{time(now)}</p>
      <div className={styles.coming}>
        {coming?.map((one, n) => (
          <NextTime key={n} coming={one} isFirst={n === 0} isOfSeveral={isOfSeveral} />
        ))}
        {coming?.length === 0 ? <p>{t("wall.quiet")}</p> : null}
      </div>
      <div className={styles.week}>{away ?? <p>{week(isoWeek(zone.toLocal(now)).week)}</p>}</div>
    </header>
  );
}

interface NextTimeProps {
  readonly coming: Coming;
  readonly isFirst: boolean;
  readonly isOfSeveral: boolean;
}

function NextTime({ coming: { event, calendar }, isFirst, isOfSeveral }: NextTimeProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const now = useNow();
  const { time, shortWeekday } = useFormats(zone.id);
  const title = useEventTitle()(event);
  const isToday = dayOf(zone.toLocal(event.start)) === dayOf(zone.toLocal(now));
  const when = isToday ? time(event.start) : `${shortWeekday(event.start)} ${time(event.start)}`;
  const what = isOfSeveral ? t("wall.whose", { name: calendar.name, title }) : title;
  return (
    <p>
      <Sentence
        of={isFirst ? "wall.next" : "wall.then"}
        args={{ what, when, distance: <HowSoon target={{ kind: "instant", at: event.start }} /> }}
      />
    </p>
  );
}
