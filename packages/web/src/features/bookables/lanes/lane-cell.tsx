import type { Zone } from "@snart/calendar/time/zone.ts";
import type { CSSProperties, KeyboardEvent } from "react";
import { isolated } from "../../../i18n/isolated.ts";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import type { Cell } from "../model.ts";
import { useSlotWords } from "../rows/use-slot-words.ts";
import { StateSign } from "../state-sign.tsx";
import type { InBlock } from "./blocks.ts";
import styles from "./lanes.module.css";

interface LaneCellProps {
  readonly cell: Cell;
  readonly block: InBlock;
  /** of the thing */
  readonly zone: Zone;
  readonly isNext: boolean;
  readonly isChosen: boolean;
  readonly place: string;
  /** Tab reaches it */
  readonly isEntry: boolean;
  readonly onFocus: () => void;
  readonly onKey: (event: KeyboardEvent, cell: Cell) => void;
  readonly onPress: (cell: Cell) => void;
}

/** Words need room: a block of one field is told by its tip and its name alone. */
const LEAST_FOR_WORDS = 2;
const LEAST_FOR_SIGN = 3;
const LEAST_FOR_DISTANCE = 4;

/** A start in a lane; fields that say the same are one block, whose first says it. */
export function LaneCell({ cell, block, zone, isNext, isChosen, place, isEntry, ...acts }: LaneCellProps) {
  const { state, said, label, words } = useSlotWords(cell, zone);
  const isTold = block.isFirst && block.count >= LEAST_FOR_WORDS && state !== "past";
  const who = cell.slot.who === null || state === "yours" ? said : isolated(cell.slot.who);
  return (
    <button
      type="button"
      className={styles.cell}
      data-state={state}
      data-next={isNext || undefined}
      data-chosen={isChosen || undefined}
      data-first={block.isFirst || undefined}
      data-last={block.isLast || undefined}
      data-at={place}
      data-time={words.time(cell.start)}
      tabIndex={isEntry ? 0 : -1}
      aria-label={label}
      title={state === "free" || state === "past" ? undefined : said}
      onFocus={acts.onFocus}
      onKeyDown={(event) => acts.onKey(event, cell)}
      onClick={() => acts.onPress(cell)}
    >
      {isTold ? (
        <span className={styles.words} style={{ "--count": block.count } as CSSProperties}>
          <span className={styles.who}>
            {block.count >= LEAST_FOR_SIGN ? <StateSign state={state} /> : null}
            {who}
          </span>
          {state === "yours" && block.count >= LEAST_FOR_DISTANCE ? (
            <HowSoon target={{ kind: "instant", at: cell.start }} size={13} />
          ) : null}
        </span>
      ) : null}
    </button>
  );
}
