import { dayNumber } from "@snart/calendar/almanac/almanac-date.ts";
import { squeezeDays } from "@snart/calendar/almanac/squeeze-days.ts";
import { addDays, asLocal, dayOf, fieldsOfLocal, type Local } from "@snart/calendar/time/local.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { useAlmanac } from "../../grid/almanac/use-almanac.ts";
import { Button } from "../../ui/button.tsx";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { newDraft } from "../event/model.ts";
import type { WideViewProps } from "../calendar-view/model.ts";
import styles from "./year-foot.module.css";

interface SqueezeLeaveProps {
  readonly page: WideViewProps["page"];
  /** the days that need no leave any more */
  readonly away: ReadonlySet<number>;
}

const MOST = 4;

/** Offers the squeeze days that are still ahead in the year: one press writes the leave, which can be undone like any event. */
export function SqueezeLeave({ page, away }: SqueezeLeaveProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats("UTC");
  const { region, closed, isHidden } = useAlmanac();
  const { calendarForNew, create } = page.itemActions;
  const { year } = fieldsOfLocal(page.view.date);
  const ahead = squeezeDays(year, region, closed).filter(
    ({ first }) => dayNumber(first) >= dayOf(page.today) && !away.has(dayNumber(first)),
  );
  if (ahead.length === 0 || isHidden || !calendarForNew) return null;
  const book = (day: Local): void => {
    const span = { start: zone.toInstant(day), end: zone.toInstant(addDays(day, 1)), allDay: true };
    create({
      ...newDraft(span, calendarForNew.key, zone, t("year.leave")),
      isFree: false,
      isFreeChosen: true,
    });
  };
  return (
    <ul className={styles.leave} aria-label={t("year.leaveOffers")}>
      {ahead.slice(0, MOST).map(({ first, gives }) => {
        const day = addDays(asLocal(0), dayNumber(first));
        return (
          <li key={day}>
            <Button onClick={() => book(day)}>
              {t("year.takeLeave", { day: formats.shortDay(day), gives })}
            </Button>{" "}
            <HowSoon target={{ kind: "date", date: day }} size={15} />
          </li>
        );
      })}
    </ul>
  );
}
