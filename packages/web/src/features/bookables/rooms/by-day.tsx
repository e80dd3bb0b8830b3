import { DAY } from "@snart/calendar/time/instant.ts";
import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { addDays, dayOf, startOfWeek, type Local } from "@snart/calendar/time/local.ts";
import type { BookableRecord, BoardSlotRecord } from "@snart/calendar/jmap/booking.ts";
import { useEffect, useId, useState, type CSSProperties } from "react";
import { Link } from "wouter";
import { fetchBoards } from "../../../api/items/booking-api.ts";
import { isRedDay } from "../../../grid/almanac/red-days.ts";
import { useAlmanac } from "../../../grid/almanac/use-almanac.ts";
import { sortedByName } from "../../../i18n/format.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { boardPath, dateText, withOwn, type SeenSlot } from "../model.ts";
import { nightsOf } from "../nights/model.ts";
import { StateSign } from "../state-sign.tsx";
import { zoneOf, type Bookings } from "../use-bookings.ts";
import { dayBars, type DayBar } from "./day-bars.ts";
import { useThingFacts } from "./use-thing-facts.ts";
import styles from "./by-day.module.css";

/** As many as fit beside each other on a screen. */
const DAYS = 14;

interface ByDayProps {
  readonly accountId: string;
  readonly known: NonNullable<Bookings["known"]>;
  readonly day: Local;
}

/** What is booked by the night, in two weeks from a day on; nothing where nothing is. */
export function ByDay({ accountId, known, day }: ByDayProps) {
  const t = useMessages();
  const heading = useId();
  const things = sortedByName(
    known.bookables.filter(({ rules }) => rules?.mode === "nights"),
    ({ name }) => name,
  );
  const boards = useNightBoards(accountId, things, day, known.at);
  if (things.length === 0) return null;
  const days = Array.from({ length: DAYS }, (_, at) => addDays(day, at));
  return (
    <section className={styles.part} aria-labelledby={heading}>
      <h2 id={heading}>{t("bookables.byDay.title")}</h2>
      {boards === "failed" ? <p className={styles.failed}>{t("bookables.byDay.failed")}</p> : null}
      <div className={styles.scroll}>
        <table>
          <Heads days={days} />
          <tbody>
            {things.map((thing) => {
              const slots = boards instanceof Map ? boards.get(thing.id) : undefined;
              return (
                <Row
                  key={thing.id}
                  thing={thing}
                  slots={slots && withOwn(slots, known, thing.id)}
                  days={days}
                />
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

type NightBoards = ReadonlyMap<string, readonly BoardSlotRecord[]>;

/** The boards of the nights from the one before a day on; fetched again whenever everything else is. @param at when that was */
function useNightBoards(
  accountId: string,
  things: readonly BookableRecord[],
  day: Local,
  at: number,
): NightBoards | "failed" | undefined {
  const [boards, setBoards] = useState<{ readonly of: string; readonly given: NightBoards | "failed" }>();
  const ids = things.map(({ id }) => id).join(" ");
  const first = dayOf(day) - 1;
  const of = `${ids} ${String(first)}`;
  useEffect(() => {
    if (ids === "") return;
    let isHere = true;
    void fetchBoards(accountId, ids.split(" "), dateText(first), DAYS + 1).then((given) => {
      if (isHere) setBoards({ of, given: given.ok ? given.value : "failed" });
    });
    return () => void (isHere = false);
  }, [accountId, ids, first, of, at]);
  return boards?.of === of ? boards.given : undefined;
}

function Heads({ days }: { readonly days: readonly Local[] }) {
  const t = useMessages();
  const { shortWeekday, dayNumber, week } = useFormats("UTC");
  const almanac = useAlmanac();
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="visually-hidden">{t("bookables.byDay.thing")}</span>
        </th>
        {days.map((day, at) => (
          <th key={day} scope="col" data-red={isRedDay(day, almanac) || undefined}>
            {at === 0 || startOfWeek(day) === day ? <small>{week(isoWeek(day).week)}</small> : null}
            {shortWeekday(day)} {dayNumber(day)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface RowProps {
  readonly thing: BookableRecord;
  /** undefined: they are being fetched, or are not known */
  readonly slots: readonly SeenSlot[] | undefined;
  readonly days: readonly Local[];
}

function Row({ thing, slots, days }: RowProps) {
  const t = useMessages();
  const about = useThingFacts()(thing);
  const [first] = days;
  if (first === undefined) return null;
  const bars = slots ? dayBars(nightsOf(slots, zoneOf(thing)), dayOf(first), days.length) : [];
  return (
    <tr>
      <th scope="row">
        <Link href={boardPath(thing.id, first)}>{isolated(thing.name)}</Link>
        {about === "" ? null : <span>{about}</span>}
      </th>
      <td colSpan={days.length} aria-busy={slots === undefined || undefined}>
        <ol className={styles.bars}>
          {bars.map((bar) => (
            <Bar key={bar.first} thing={thing} bar={bar} />
          ))}
        </ol>
        {slots && bars.length === 0 ? (
          <span className="visually-hidden">{t("bookables.byDay.allFree")}</span>
        ) : null}
      </td>
    </tr>
  );
}

function Bar({ thing, bar }: { readonly thing: BookableRecord; readonly bar: DayBar }) {
  const t = useMessages();
  const { dayRange } = useFormats("UTC");
  const { state, first, last, column, halves } = bar;
  const said = t("bookables.state", { state });
  const label = t("bookables.byDay.bar", { state: said, days: dayRange(first * DAY, (last + 1) * DAY) });
  const place = { gridColumn: `${String(column)} / span ${String(halves)}` } satisfies CSSProperties;
  const words = (
    <>
      <StateSign state={state} />
      <span aria-hidden>{halves > 2 ? said : null}</span>
      {state === "yours" && halves > 4 ? (
        <HowSoon target={{ kind: "date", date: (first * DAY) as Local }} size={13} />
      ) : null}
    </>
  );
  return (
    <li style={place} title={label} data-state={state}>
      {state === "yours" || state === "requested" || state === "offered" ? (
        <Link href={boardPath(thing.id, (first * DAY) as Local)} aria-label={label}>
          {words}
        </Link>
      ) : (
        <>
          <span className="visually-hidden">{label}</span>
          {words}
        </>
      )}
    </li>
  );
}
