import type { CSSProperties } from "react";
import type { LaneBar } from "../../layout/all-day-lane.ts";
import type { PrintedItem } from "./document/printed-item.ts";
import styles from "./paper-item.module.css";

/** px */
interface PaperBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface PaperBarProps {
  readonly bar: LaneBar;
  readonly item: PrintedItem | undefined;
  readonly u: number;
  readonly box: PaperBox;
}

const unit = (u: number): CSSProperties => ({ "--s": `${u}px` }) as CSSProperties;

/** A bar for an event of several days, along those days. */
export const PaperBar = ({ bar, item, u, box }: PaperBarProps) =>
  item ? (
    <div
      className={styles.bar}
      data-colour={item.colour}
      data-look={item.look}
      data-before={bar.continuesBefore || undefined}
      data-after={bar.continuesAfter || undefined}
      style={{ ...box, ...unit(u) }}
    >
      <p>
        <Mark item={item} />
        {bar.continuesBefore ? null : <Start item={item} />}
        <b>{item.title}</b>
        {item.place ? `, ${item.place}` : null}
      </p>
    </div>
  ) : null;

interface PaperLineProps {
  /** undefined: a named day */
  readonly item: PrintedItem | undefined;
  readonly name: string;
  /** the named day is a red one, and not an eve or another day that only has a name */
  readonly isRed: boolean;
  readonly u: number;
  readonly box: PaperBox;
}

/** A timed event of one day: as many lines as its words take. */
export function PaperLine({ item, name, isRed, u, box }: PaperLineProps) {
  if (!item)
    return (
      <p className={styles.name} data-red={isRed || undefined} style={{ ...box, ...unit(u) }}>
        {name}
      </p>
    );
  return (
    <div
      className={item.isBar ? styles.block : styles.line}
      data-colour={item.colour}
      data-look={item.look}
      style={{ ...box, ...unit(u) }}
    >
      <p>
        <Mark item={item} />
        <Start item={item} />
        <b>{item.title}</b>
        {item.place ? `, ${item.place}` : null}
      </p>
    </div>
  );
}

const Mark = ({ item }: { readonly item: PrintedItem }) =>
  item.mark ? <span className={styles.mark}>{item.mark} </span> : null;

const Start = ({ item }: { readonly item: PrintedItem }) =>
  item.start ? <span className={styles.start}>{item.start} </span> : null;
