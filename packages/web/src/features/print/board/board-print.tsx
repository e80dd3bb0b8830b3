import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { dayOf, type Local } from "@snart/calendar/time/local.ts";
import { Printer } from "lucide-react";
import { Redirect } from "wouter";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useAccount } from "../../../store/session.ts";
import { Button } from "../../../ui/button.tsx";
import { ListSkeleton, PlainPage } from "../../../ui/plain-page.tsx";
import { useDocumentTitle } from "../../../ui/use-document-title.ts";
import { boardOf, boardPath, readWeek, shownState, type Cell } from "../../bookables/model.ts";
import { RuleList, useBookings, zoneOf } from "../../bookables/screen.tsx";
import { usePageSize } from "../../../ui/paper/use-page-size.ts";
import sheets from "../../../ui/paper/print-sheets.module.css";
import styles from "./board-print.module.css";

interface BoardPrintProps {
  readonly id: string;
  /** `2026-W48` */
  readonly week: string;
}

/** The week of a thing on one sheet of A4, as the board that hangs beside its door. */
export function BoardPrint({ id, week }: BoardPrintProps) {
  const monday = readWeek(week);
  return monday === undefined ? (
    <Redirect to="/bookables" replace />
  ) : (
    <Sheet key={`${id} ${week}`} id={id} monday={monday} />
  );
}

function Sheet({ id, monday }: { readonly id: string; readonly monday: Local }) {
  const t = useMessages();
  const account = useAccount();
  const { known } = useBookings(account?.id ?? "", { bookableId: id, first: dayOf(monday), days: 7 });
  const bookable = known?.bookables.find((it) => it.id === id);
  const slots = known?.boards.get(id);
  const name = bookable ? isolated(bookable.name) : t("bookables.title");
  const title = t("boardPrint.title", { name, week: String(isoWeek(monday).week) });
  usePageSize("A4", true);
  useDocumentTitle(title);
  const { rules } = bookable ?? {};
  const groups = new Map(known?.groups.map((group) => [group.id, group.name]));
  /** Names go on paper as far as the neighbours may know them, whoever prints it. */
  const nameIn = ({ slot }: Cell): string => {
    const isTold =
      rules?.sees === "names" ||
      (rules?.sees === "household" && [...groups.values()].includes(slot.who ?? ""));
    const state = shownState(slot);
    if (state === "free" || state === "notYet" || state === "refused") return "";
    if (state === "past" && slot.who === null) return "";
    if (state === "closed" || state === "byLot") return t("bookables.state", { state });
    return isTold && slot.who !== null ? isolated(slot.who) : t("bookables.state", { state: "taken" });
  };
  return (
    <>
      <PlainPage
        title={title}
        intro={t("boardPrint.intro")}
        back={{ href: boardPath(id, monday), label: name }}
        actions={
          <Button look="primary" size={36} className={styles.print} disabled={!slots} onClick={() => print()}>
            <Printer size={16} strokeWidth={1.7} aria-hidden />
            {t("boardPrint.print")}
          </Button>
        }
      >
        {slots ? null : <ListSkeleton label={t("bookables.loading")} />}
      </PlainPage>
      {bookable && rules && slots ? (
        <div className={styles.scroll}>
          <div className={sheets.sheets} data-sheets="">
            <section className={styles.sheet} data-sheet="" aria-label={title}>
              <h2>
                {name} <span>{t("bookables.week", { week: String(isoWeek(monday).week) })}</span>
                {bookable.place === "" ? null : <span>{isolated(bookable.place)}</span>}
              </h2>
              <Week board={boardOf(slots, zoneOf(bookable), monday)} say={nameIn} />
              <RuleList
                rules={rules}
                labels={bookable.labels}
                groups={groups}
                isTold={({ group }) => group === "ahead" || group === "number" || group === "cancel"}
                className={styles.rules}
              />
            </section>
          </div>
        </div>
      ) : null}
    </>
  );
}

interface WeekProps {
  readonly board: ReturnType<typeof boardOf>;
  readonly say: (cell: Cell) => string;
}

/** More rows than these are thinned out to full hours. */
const MOST_ROWS = 18;
const HOUR = 3_600_000;

function Week({ board, say }: WeekProps) {
  const t = useMessages();
  const { shortDay, time } = useFormats("UTC");
  const isDense = board.rows.length > MOST_ROWS;
  return (
    <table className={styles.week}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t("bookables.times")}</span>
          </th>
          {board.days.map((day) => (
            <th key={day} scope="col">
              {shortDay(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {board.rows.map(({ key, from, to }, row) =>
          isDense && from % HOUR !== 0 ? null : (
            <tr key={key}>
              <th scope="row">
                {time(from)}–{time(to)}
              </th>
              {board.cells.map((cells, day) => {
                const cell = cells[row];
                return (
                  <td key={day} data-none={cell ? undefined : true}>
                    {cell ? say(cell) : null}
                  </td>
                );
              })}
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}
