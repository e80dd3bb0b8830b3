import type { Zone } from "@snart/calendar/time/zone.ts";
import type { KeyboardEvent } from "react";
import { useAtNow } from "../../i18n/clock.ts";
import { useMessages } from "../../i18n/messages.ts";
import { SpanDistance } from "../../grid/when/span-distance.tsx";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import type { Cell } from "./model.ts";
import { LotLine } from "./draw/lot-line.tsx";
import { useSlotWords } from "./rows/use-slot-words.ts";
import { StateSign } from "./state-sign.tsx";
import styles from "./board.module.css";

interface SlotCellProps {
  readonly cell: Cell;
  /** of the thing */
  readonly zone: Zone;
  /** the free one that comes next */
  readonly isNext: boolean;
  readonly place: string;
  /** one of several in a row that are chosen */
  readonly isChosen: boolean;
  /** Tab reaches it */
  readonly isEntry: boolean;
  readonly onFocus: () => void;
  readonly onKey: (event: KeyboardEvent, cell: Cell) => void;
  readonly onPress: (cell: Cell) => void;
}

/** A slot: its state in words and by shape, and how soon it is; pressed it says more. */
export function SlotCell({
  cell,
  zone,
  isNext,
  place,
  isChosen,
  isEntry,
  onFocus,
  onKey,
  onPress,
}: SlotCellProps) {
  const t = useMessages();
  const { slot, start, end } = cell;
  const { state, said, inLine, lot, label, words } = useSlotWords(cell, zone);
  const target = { kind: "instant", at: start } as const;
  const until =
    state === "offered" && slot.wait?.offeredUntil ? Date.parse(slot.wait.offeredUntil) : undefined;
  const isRunning = useAtNow((now) => start <= now);
  const isTimed = state === "free" || state === "yours" || state === "requested";
  const shown = isNext ? t("bookables.next") : said;
  return (
    <button
      type="button"
      className={styles.slot}
      data-state={state}
      data-next={isNext || undefined}
      data-chosen={isChosen || undefined}
      data-at={place}
      tabIndex={isEntry ? 0 : -1}
      aria-label={label}
      onFocus={onFocus}
      onKeyDown={(event) => onKey(event, cell)}
      onClick={() => onPress(cell)}
    >
      <span className={styles.state}>
        <StateSign state={state} />
        {isRunning && state === "free" ? t("bookables.freeUntil", { until: words.until(end) }) : shown}
      </span>
      {inLine === undefined ? null : <span>{inLine}</span>}
      {lot ? <LotLine slot={slot} zone={zone} /> : null}
      {until === undefined ? null : (
        <span>
          {t("bookables.until", { when: words.moment(until) })}{" "}
          <HowSoon target={{ kind: "instant", at: until }} warm size={13} />
        </span>
      )}
      {isTimed && isRunning ? (
        <SpanDistance span={{ start, end, allDay: false }} warm={state !== "yours"} size={13} />
      ) : null}
      {isTimed && !isRunning ? <HowSoon target={target} warm={state !== "yours"} size={13} /> : null}
    </button>
  );
}
