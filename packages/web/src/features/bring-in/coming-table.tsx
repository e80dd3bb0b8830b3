import { useEffect, useState } from "react";
import { fetchCalendars, type RemoteCalendar } from "../../api/items/calendar-api.ts";
import { sortedByName } from "../../i18n/format.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { nearestCalendarColour } from "../../store/items/calendar-colour.ts";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import styles from "./bring-in.module.css";
import { ComingState } from "./coming-state.tsx";
import { want } from "./flow.ts";
import { stepOf, withMissed, type BringIn, type ComingCalendar } from "./model.ts";

interface ComingTableProps {
  readonly accountId: string;
  readonly at: BringIn;
}

/** What the rehearsal found, one calendar a row, and how far each is. */
export function ComingTable({ accountId, at }: ComingTableProps) {
  const t = useMessages();
  const writable = useWritable(accountId);
  const mayChoose = stepOf(at) === 2;
  const shown = mayChoose ? at.calendars : at.calendars.filter(({ isWanted }) => isWanted);
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t("bringIn.found")}</th>
          <th scope="col">{t("bringIn.events")}</th>
          <th scope="col">{t("bringIn.tasks")}</th>
          <th scope="col">{t("bringIn.here")}</th>
          <th scope="col">{t("bringIn.leftOut")}</th>
          <th scope="col">
            <span className="visually-hidden">{t("bringIn.state")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map((calendar) => (
          <ComingRow key={calendar.key} calendar={calendar} mayChoose={mayChoose} writable={writable} />
        ))}
      </tbody>
    </table>
  );
}

interface ComingRowProps {
  readonly calendar: ComingCalendar;
  readonly mayChoose: boolean;
  readonly writable: readonly RemoteCalendar[];
}

function ComingRow({ calendar, mayChoose, writable }: ComingRowProps) {
  const t = useMessages();
  const formats = useFormats("UTC");
  const { key, name, color, isWanted, state, missed } = calendar;
  const rehearsal = calendar.rehearsal && withMissed(calendar.rehearsal, missed);
  const count = (value: number | undefined) => (value === undefined ? "" : formats.number(value));
  const title = (
    <>
      <Swatch colour={nearestCalendarColour(color, name)} hollow={!isWanted} />
      <span>{name}</span>
    </>
  );
  const { first = null, last = null } = rehearsal ?? {};
  const day = (date: string) => formats.dateAndYear(Date.parse(`${date}T00:00Z`));
  return (
    <tr data-off={isWanted ? undefined : true}>
      <th scope="row">
        {mayChoose && state.kind === "rehearsed" ? (
          <Checkbox checked={isWanted} onChange={(next) => want(key, next)}>
            <span className={styles.name}>{title}</span>
          </Checkbox>
        ) : (
          <span className={styles.name}>{title}</span>
        )}
        {first === null || last === null ? null : (
          <small>{t("bringIn.span", { first: day(first), last: day(last) })}</small>
        )}
      </th>
      <td data-label={t("bringIn.events")}>{count(rehearsal?.events)}</td>
      <td data-label={t("bringIn.tasks")}>{count(rehearsal?.tasks)}</td>
      <td data-label={t("bringIn.here")} data-quiet>
        {count(rehearsal?.here)}
      </td>
      <td data-label={t("bringIn.leftOut")} data-quiet={(rehearsal?.skippedCount ?? 0) === 0 || undefined}>
        {count(rehearsal?.skippedCount)}
      </td>
      <td>
        <ComingState calendar={calendar} writable={writable} mayChoose={mayChoose} />
      </td>
    </tr>
  );
}

/** The person's own calendars that can be written; empty until they are known. */
function useWritable(accountId: string): readonly RemoteCalendar[] {
  const [calendars, setCalendars] = useState<readonly RemoteCalendar[]>([]);
  useEffect(() => {
    let wanted = true;
    void fetchCalendars(accountId).then((answer) => {
      if (!wanted || !answer.ok) return;
      const own = answer.value.list.filter(({ mayWrite }) => mayWrite);
      setCalendars(sortedByName(own, ({ name }) => name));
    });
    return () => {
      wanted = false;
    };
  }, [accountId]);
  return calendars;
}
