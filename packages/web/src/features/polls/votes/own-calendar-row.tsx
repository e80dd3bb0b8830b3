import type { PollRecord } from "@snart/calendar/jmap/poll.ts";
import { DAY, MINUTE } from "@snart/calendar/time/instant.ts";
import { asLocal } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { CalendarDays } from "lucide-react";
import { useEffect, useState } from "react";
import { fetchOwnBusy, type OwnBusy } from "../../../api/calendars/availability-api.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { startOf } from "../standing.ts";
import styles from "./votes.module.css";

const MOST_NAMED = 2;

interface OwnCalendarRowProps {
  readonly accountId: string;
  readonly poll: PollRecord;
  readonly best: string | undefined;
}

/** What one's own calendar has at each time of a poll. What the poll itself keeps there is no clash. */
export function OwnCalendarRow({ accountId, poll, best }: OwnCalendarRowProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const { time } = useFormats(zone.id);
  const windows = windowsOf(poll, zone);
  const from = Math.min(...windows.map(({ start }) => start));
  const to = Math.max(...windows.map(({ end }) => end));
  const own = useOwnBusy(accountId, poll, from, to);
  const nameOf = ({ title, isAllDay, from: at }: OwnBusy): string => {
    if (title === null) return t("polls.clash");
    const name = title === "" ? t("event.untitled") : isolated(title);
    return isAllDay ? name : `${name} ${time(at)}`;
  };
  return (
    <tr>
      <th scope="row" className={styles.calendar}>
        <span className={styles.person}>
          <CalendarDays size={16} strokeWidth={1.7} aria-hidden className={styles.sign} />
          {t("polls.inCalendar")}
        </span>
      </th>
      {windows.map((window) => {
        const clashes = own?.filter((it) => it.from < window.end && window.start < it.to) ?? [];
        const names = clashes.slice(0, MOST_NAMED).map(nameOf).join(", ");
        return (
          <td
            key={window.id}
            className={styles.calendar}
            data-clash={clashes.length > 0 || undefined}
            data-best={window.id === best || undefined}
          >
            {names === "" && own ? t("polls.free") : names}
          </td>
        );
      })}
    </tr>
  );
}

interface Window {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

/** Days are those of whoever reads. */
const windowsOf = (poll: PollRecord, zone: Zone): readonly Window[] =>
  poll.options.map((option) => {
    const start = startOf(option);
    const end = start + poll.minutes * MINUTE;
    return poll.isAllDay
      ? {
          id: option.id,
          start: zone.toInstant(asLocal(start)),
          end: zone.toInstant(asLocal(Math.max(end, start + DAY))),
        }
      : { id: option.id, start, end };
  });

/** One's own events that take time around a poll; undefined until they are known. */
function useOwnBusy(
  accountId: string,
  poll: PollRecord,
  from: number,
  to: number,
): readonly OwnBusy[] | undefined {
  const [own, setOwn] = useState<readonly OwnBusy[]>();
  useEffect(() => {
    let isHere = true;
    void fetchOwnBusy(accountId, { from, to }).then((given) => {
      if (isHere && given.ok) setOwn(given.value);
    });
    return () => void (isHere = false);
  }, [accountId, from, to, poll.holdsOptions, poll.holdsTimes]);
  const starts = new Set(poll.options.map(startOf));
  const isHold = (it: OwnBusy): boolean =>
    (poll.isOrganizer || poll.holdsTimes) && it.isTentative && it.title === poll.title && starts.has(it.from);
  return own?.filter((it) => (poll.isAllDay || !it.isAllDay) && !isHold(it));
}
