import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { addDays, dayOf, startOfDay, startOfWeek, type Local } from "@snart/calendar/time/local.ts";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { Link, Redirect, useLocation, useSearch } from "wouter";
import { useNow } from "../../i18n/clock.ts";
import { isolated } from "../../i18n/isolated.ts";
import { firstInLine } from "../../i18n/format.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useAccount } from "../../store/session.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyHorizon } from "../../ui/empty-horizon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { useDocumentTitle } from "../../ui/use-document-title.ts";
import { usePhone } from "../../ui/use-media.ts";
import { BoardGrid } from "./board-grid.tsx";
import type { AskedTime } from "./asked-time.ts";
import { BookingsPage } from "./bookings-page.tsx";
import { DayChoice } from "./day-choice.tsx";
import { Earlier } from "./rows/earlier.tsx";
import { DrawBands } from "./draw/draw-bands.tsx";
import { HouseRulesPart } from "./house-rules/house-rules-part.tsx";
import { Legend } from "./legend.tsx";
import { ManageMenu } from "./manage/manage-menu.tsx";
import { monthBeside, monthOf } from "./nights/model.ts";
import { NightsBoard } from "./nights/nights-board.tsx";
import { MadePanel } from "./setup/made-panel.tsx";
import { boardOf, boardPath, dayToShow, fromRow, overBefore, readWeek } from "./model.ts";
import { LanesGrid } from "./lanes/lanes-grid.tsx";
import { useThingFacts } from "./rooms/use-thing-facts.ts";
import { BoardSide } from "./side/board-side.tsx";
import { WeekAhead } from "./side/week-ahead.tsx";
import side from "./side/side.module.css";
import { SheetOf } from "./sheet-of.tsx";
import { useBookings, zoneOf, type Bookings } from "./use-bookings.ts";
import { ListSkeleton } from "../../ui/plain-page.tsx";
import styles from "./board.module.css";

interface BoardScreenProps {
  readonly id: string;
  /** `2026-W48` */
  readonly week: string;
}

/** The times of one thing in one week. */
export function BoardScreen({ id, week }: BoardScreenProps) {
  const monday = readWeek(week);
  return monday === undefined ? (
    <Redirect to="/bookables" replace />
  ) : (
    <Week key={id} id={id} monday={monday} />
  );
}

function Week({ id, monday }: { readonly id: string; readonly monday: Local }) {
  const t = useMessages();
  const { monthAndYear } = useFormats("UTC");
  const language = useLanguage();
  const facts = useThingFacts();
  const account = useAccount();
  const [isNights, setNights] = useState(false);
  const bookings = useBookings(account?.id ?? "", lookedAt(id, monday, isNights));
  const [asked, setAsked] = useState<AskedTime>();
  const [, navigate] = useLocation();
  const isMade = new URLSearchParams(useSearch()).has("made");
  const { known } = bookings;
  const bookable = known?.bookables.find((it) => it.id === id);
  // Only now it is known that there are nights to look at, and so a month of them.
  if (bookable?.rules && (bookable.rules.mode === "nights") !== isNights) setNights(!isNights);
  const name = bookable ? isolated(bookable.name) : t("bookables.title");
  useDocumentTitle(name);
  if (!account) return null;
  return (
    <BookingsPage
      title={name}
      aside={
        isNights
          ? firstInLine(monthAndYear(monthOf(monday).first), language)
          : t("bookables.week", { week: String(isoWeek(monday).week) })
      }
      back={{ href: "/bookables", label: t("bookables.back") }}
      actions={
        <>
          <Steps id={id} monday={monday} isNights={isNights} />
          {bookable && !bookable.mayManage ? <ThingLinks bookable={bookable} /> : null}
          {bookable?.mayManage ? (
            <ManageMenu
              accountId={account.id}
              bookable={bookable}
              board={boardPath(id, monday)}
              onChanged={bookings.reload}
            />
          ) : null}
        </>
      }
      about={bookable ? facts(bookable) : ""}
      bookings={bookings}
    >
      {known && !bookable ? <Missing /> : null}
      {bookable && isMade ? (
        <MadePanel
          bookable={bookable}
          print={`${boardPath(id, monday)}/print`}
          onDone={() => navigate(boardPath(id, monday))}
        />
      ) : null}
      {known && bookable && !bookable.rules ? <p className={styles.quiet}>{t("bookables.notOpen")}</p> : null}
      {known && bookable?.rules ? (
        <Board
          accountId={account.id}
          bookings={bookings}
          known={known}
          bookable={bookable}
          monday={monday}
          isNights={isNights}
          onAsk={setAsked}
        />
      ) : null}
      {known && asked ? (
        <SheetOf accountId={account.id} bookings={bookings} known={known} asked={asked} onAsk={setAsked} />
      ) : null}
    </BookingsPage>
  );
}

/** What is drawn by lot, and the times. */
function Board({ isNights, ...times }: TimesProps & { readonly isNights: boolean }) {
  const { bookable, monday } = times;
  return (
    <>
      {bookable.rules?.draw ? <DrawBands {...times} shown={lookedAt(bookable.id, monday, isNights)} /> : null}
      {isNights ? (
        <>
          <NightsBoard {...times} />
          <HouseRulesPart {...times} />
        </>
      ) : (
        <div className={side.board}>
          <Times key={monday} {...times} />
          <BoardSide {...times} />
        </div>
      )}
    </>
  );
}

/** A week of the board and the next one; of nights a month in whole weeks, and the night before it that goes over into its first day. */
function lookedAt(bookableId: string, monday: Local, isNights: boolean) {
  if (!isNights) return { bookableId, first: dayOf(monday), days: 14 };
  const { weeks } = monthOf(monday);
  return { bookableId, first: dayOf(weeks[0] ?? monday) - 1, days: weeks.length * 7 + 1 };
}

interface StepsProps {
  readonly id: string;
  readonly monday: Local;
  readonly isNights: boolean;
}

function Steps({ id, monday, isNights }: StepsProps) {
  const t = useMessages();
  const [, navigate] = useLocation();
  const now = useNow();
  const go = (day: Local): void => navigate(boardPath(id, day));
  const today = startOfDay((now - new Date(now).getTimezoneOffset() * 60_000) as Local);
  const step = (by: 1 | -1): Local =>
    isNights ? monthBeside(monthOf(monday).first, by) : addDays(monday, 7 * by);
  return (
    <div className={styles.steps}>
      <Button size={36} onClick={() => go(startOfWeek(today))}>
        {t("shell.today")}
      </Button>
      <IconButton
        label={t(isNights ? "shell.previousMonth" : "shell.previousWeek")}
        onClick={() => go(step(-1))}
      >
        <ChevronLeft size={20} strokeWidth={1.7} aria-hidden />
      </IconButton>
      <IconButton label={t(isNights ? "shell.nextMonth" : "shell.nextWeek")} onClick={() => go(step(1))}>
        <ChevronRight size={20} strokeWidth={1.7} aria-hidden />
      </IconButton>
    </div>
  );
}

/** The pages of a thing besides its board. */
function ThingLinks({ bookable: { id } }: { readonly bookable: BookableRecord }) {
  const t = useMessages();
  return (
    <Link href={`/bookables/${id}/rules`} className={styles.link}>
      {t("bookables.rules")}
    </Link>
  );
}

function Missing() {
  const t = useMessages();
  return (
    <div className={styles.nothing}>
      <EmptyHorizon />
      <h2>{t("bookables.missing")}</h2>
      <p>{t("bookables.missingBody")}</p>
    </div>
  );
}

interface TimesProps {
  readonly accountId: string;
  readonly bookings: Bookings;
  readonly known: NonNullable<Bookings["known"]>;
  readonly bookable: NonNullable<Bookings["known"]>["bookables"][number];
  readonly monday: Local;
  readonly onAsk: (asked: AskedTime | undefined) => void;
}

function Times({ accountId, bookings, known, bookable, monday, onAsk }: TimesProps) {
  const t = useMessages();
  const isOneDay = usePhone();
  const zone = zoneOf(bookable);
  const now = useNow();
  const today = startOfDay(zone.toLocal(now));
  const slots = known.boards.get(bookable.id);
  const board = boardOf(slots ?? [], zone, monday);
  const [day, setDay] = useState(() => dayToShow(board.days, today));
  const [isAllShown, setAllShown] = useState(false);
  if (!slots) return bookings.isOffline ? <div /> : <ListSkeleton label={t("bookables.loading")} />;
  const shown = isOneDay ? [day] : board.days.map((_, at) => at);
  const isEmpty = shown.every((at) => !board.cells[at]?.some(Boolean));
  const isFree = bookable.rules?.mode === "free";
  const over = overBefore(board, isOneDay ? day : -1);
  const grid = { accountId, bookings, known, bookable, board, today, onAsk };
  return (
    <div>
      {isOneDay ? <DayChoice board={board} today={today} day={day} onChange={setDay} /> : null}
      {isEmpty ? (
        <p className={styles.quiet}>{t(isOneDay ? "bookables.noSlots" : "bookables.noWeek")}</p>
      ) : isFree && !isOneDay ? (
        <LanesGrid {...grid} />
      ) : (
        <>
          {over.count > 0 ? (
            <Earlier
              label={t("bookables.earlierTimes", { count: over.count })}
              isOpen={isAllShown}
              onToggle={() => setAllShown(!isAllShown)}
            />
          ) : null}
          <BoardGrid
            key={isOneDay ? `${day} ${isAllShown}` : "week"}
            {...grid}
            board={isAllShown ? board : fromRow(board, over.row)}
            shown={shown}
          />
        </>
      )}
      <Legend
        hasLots={slots.some(({ state }) => state === "byLot")}
        {...(isFree && { keys: "bookables.side.laneKeys" as const })}
      />
      {isFree ? null : <WeekAhead bookable={bookable} slots={slots} monday={addDays(monday, 7)} />}
    </div>
  );
}
