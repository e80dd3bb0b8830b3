import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { addDays, dayOf, startOfDay, timeOfDay, type Local } from "@snart/calendar/time/local.ts";
import { HOUR } from "@snart/calendar/time/instant.ts";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef, useState, type CSSProperties } from "react";
import { useLocation, useSearch } from "wouter";
import { useNow } from "../../../i18n/clock.ts";
import { firstInLine, sortedByName } from "../../../i18n/format.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { machineZone } from "../../../i18n/viewer-zone.ts";
import { useAccount } from "../../../store/session.ts";
import { Button } from "../../../ui/button.tsx";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { ListSkeleton } from "../../../ui/plain-page.tsx";
import { useMedia } from "../../../ui/use-media.ts";
import { useDocumentTitle } from "../../../ui/use-document-title.ts";
import type { AskedTime } from "../asked-time.ts";
import { BookingsPage } from "../bookings-page.tsx";
import { HourHeads, LanesGrid } from "../lanes/lanes-grid.tsx";
import lanes from "../lanes/lanes.module.css";
import { Legend } from "../legend.tsx";
import { dateText, type Time } from "../model.ts";
import side from "../side/side.module.css";
import { SheetOf } from "../sheet-of.tsx";
import { useBookings, type Bookings } from "../use-bookings.ts";
import board from "../board.module.css";
import { ComingUp } from "./coming-up.tsx";
import { ByDay } from "./by-day.tsx";
import { MeetingSheet } from "./meeting-sheet.tsx";
import {
  filtered,
  nowOf,
  ownerOf,
  queryOf,
  readFilter,
  tablesOf,
  type RoomFilter,
  type RoomTable,
} from "./model.ts";
import { RoomFilters } from "./room-filters.tsx";
import { RoomHead } from "./room-head.tsx";
import styles from "./rooms.module.css";

/** The address of all rooms on a day. */
export const roomsPath = (day: Local): string => `/bookables/day/${dateText(dayOf(day))}`;

/** Everything that is booked by the hour, side by side on one day. @param day midnight */
export function RoomsScreen({ day }: { readonly day: Local }) {
  const t = useMessages();
  const formats = useFormats("UTC");
  const language = useLanguage();
  const account = useAccount();
  const bookings = useBookings(account?.id ?? "", { bookableId: null, first: dayOf(day), days: 1 });
  const { known } = bookings;
  const title = firstInLine(formats.day(day), language);
  useDocumentTitle(`${t("bookables.rooms.title")} · ${title}`);
  if (!account) return null;
  return (
    <BookingsPage
      title={title}
      aside={
        <>
          {t("bookables.week", { week: String(isoWeek(day).week) })}{" "}
          <HowSoon target={{ kind: "date", date: day }} />
        </>
      }
      back={{ href: "/bookables", label: t("bookables.back") }}
      actions={<Steps day={day} />}
      bookings={bookings}
    >
      {known ? <Day accountId={account.id} bookings={bookings} known={known} day={day} /> : null}
    </BookingsPage>
  );
}

const todayOf = (now: number): Local => startOfDay(machineZone().toLocal(now));

function Steps({ day }: { readonly day: Local }) {
  const t = useMessages();
  const [, navigate] = useLocation();
  const search = useSearch();
  const now = useNow();
  const go = (to: Local): void => navigate(roomsPath(to) + queryOf(readFilter(search)));
  return (
    <div className={board.steps}>
      <Button size={36} onClick={() => go(todayOf(now))}>
        {t("shell.today")}
      </Button>
      <IconButton label={t("shell.previousDay")} onClick={() => go(addDays(day, -1))}>
        <ChevronLeft size={20} strokeWidth={1.7} aria-hidden />
      </IconButton>
      <IconButton label={t("shell.nextDay")} onClick={() => go(addDays(day, 1))}>
        <ChevronRight size={20} strokeWidth={1.7} aria-hidden />
      </IconButton>
    </div>
  );
}

interface DayProps {
  readonly accountId: string;
  readonly bookings: Bookings;
  readonly known: NonNullable<Bookings["known"]>;
  readonly day: Local;
}

/** Where the times leave room for a panel beside them. */
const WIDE = "(width >= 80rem)";

/** The times, and the sheet of the one that was pressed: beside them in a wide window, else over them. */
function Day(props: DayProps) {
  const { known } = props;
  const [asked, setAsked] = useState<AskedTime>();
  const [chosen, setChosen] = useState<Time>();
  const isWide = useMedia(WIDE);
  const docked = isWide ? asked : undefined;
  const ask = (next: AskedTime | undefined): void => {
    setChosen(undefined);
    setAsked(next);
  };
  const sheet = asked ? (
    <SheetOf
      {...props}
      asked={asked}
      isDocked={isWide}
      free={isWide && asked.bookable.type === "ROOM" ? MeetingSheet : undefined}
      onAsk={ask}
      onTime={setChosen}
    />
  ) : null;
  const marked = docked && chosen ? { ...docked, ...chosen, upTo: chosen.end } : docked;
  return (
    <div className={styles.day} data-docked={docked !== undefined || undefined}>
      <div>
        <Rooms {...props} docked={marked} onAsk={ask} />
        <ByDay {...props} />
      </div>
      {docked ? (
        <aside className={`${side.panel} ${styles.panel}`} aria-label={isolated(docked.bookable.name)}>
          {sheet}
          <ComingUp bookable={docked.bookable} slots={known.boards.get(docked.bookable.id) ?? []} />
        </aside>
      ) : (
        sheet
      )}
    </div>
  );
}

interface RoomsProps extends DayProps {
  /** what the panel is about */
  readonly docked: AskedTime | undefined;
  readonly onAsk: (asked: AskedTime | undefined) => void;
}

function Rooms({ day, ...rest }: RoomsProps) {
  const t = useMessages();
  const [, navigate] = useLocation();
  const filter = readFilter(useSearch());
  const now = useNow();
  const { bookings, known } = rest;
  const ofHour = known.bookables.filter(({ rules }) => rules?.mode === "free");
  const rooms = sortedByName(ofHour, ({ name }) => name).flatMap((bookable) => {
    const slots = known.boards.get(bookable.id);
    return slots ? [{ bookable, slots }] : [];
  });
  if (rooms.length === 0 && ofHour.length > 0)
    return bookings.isOffline ? null : <ListSkeleton label={t("bookables.loading")} />;
  if (rooms.length === 0) return <p className={board.quiet}>{t("bookables.rooms.none")}</p>;
  const at = day === todayOf(now) ? now : undefined;
  const free = at === undefined ? undefined : filtered(rooms, { ...ANY, isFreeNow: true }, at).length;
  const choose = (next: RoomFilter): void => navigate(roomsPath(day) + queryOf(next), { replace: true });
  const fit = filtered(rooms, filter, at);
  const tables = tablesOf(fit, day);
  return (
    <>
      <RoomFilters
        rooms={rooms}
        filter={filter}
        freeNow={free}
        left={fit.length}
        owner={ownerOf(rooms, known.groups)}
        onChange={choose}
      />
      {fit.length === 0 ? (
        <div className={styles.nothing}>
          <p>{t("bookables.rooms.noneFit")}</p>
          <Button size={36} onClick={() => choose(ANY)}>
            {t("bookables.rooms.all")}
          </Button>
        </div>
      ) : null}
      {fit.length > 0 && tables.length === 0 ? <p className={board.quiet}>{t("bookables.noSlots")}</p> : null}
      {tables.map((table) => (
        <Table key={table.rows[0]?.key} table={table} day={day} now={at} {...rest} />
      ))}
      <Legend hasLots={false} keys="bookables.side.laneKeys" />
    </>
  );
}

const ANY: RoomFilter = { isFreeNow: false, seats: 0, place: "", equipment: [] };
const MORNING = 7 * HOUR;
const markedOf = ({ start, end, upTo = end }: AskedTime): Time => ({ start, end: upTo });

/** Rooms below one line of hours. */
function Table({
  table: { rows, rooms },
  day,
  now,
  docked,
  ...rest
}: RoomsProps & { readonly table: RoomTable; readonly now: number | undefined }) {
  const scroller = useRef<HTMLDivElement>(null);
  const from = now === undefined ? MORNING : Math.max(0, timeOfDay(machineZone().toLocal(now)) - HOUR);
  const first = Math.max(
    0,
    rows.findIndex((row) => row.from >= Math.floor(from / HOUR) * HOUR),
  );
  useEffect(() => {
    const { current } = scroller;
    const hour = current?.querySelectorAll<HTMLElement>("thead th")[first + 1];
    const head = current?.querySelector<HTMLElement>("thead th");
    if (current && hour && head) current.scrollTo({ left: hour.offsetLeft - head.offsetWidth });
  }, [first, day]);
  return (
    <div ref={scroller} className={`${lanes.scroll} ${styles.table}`}>
      <table className={lanes.lanes} style={{ "--columns": rows.length } as CSSProperties} aria-hidden>
        <HourHeads rows={rows} />
      </table>
      {rooms.map(({ bookable, slots, lane }) => (
        <LanesGrid
          key={bookable.id}
          {...rest}
          bookable={bookable}
          marked={docked?.bookable.id === bookable.id ? markedOf(docked) : undefined}
          board={{ days: [day], rows, cells: [lane] }}
          today={now === undefined ? addDays(day, 1) : day}
          head={
            <RoomHead bookable={bookable} day={day} now={now === undefined ? undefined : nowOf(slots, now)} />
          }
        />
      ))}
    </div>
  );
}
