import type { CSSProperties, ReactNode } from "react";
import { useNow } from "../../i18n/clock.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { TEXT_SIZE } from "../../layout/paper/paper-size.ts";
import type { WidthOf } from "../../layout/paper/wrapped-lines.ts";
import { FRAME, type LegendEntry, type PrintDocument } from "./document/print-document.ts";
import type { SheetTitle } from "./document/sheet-title.ts";
import styles from "./sheet-frame.module.css";

interface SheetFrameProps {
  readonly document: PrintDocument;
  readonly title: SheetTitle;
  /** the items that the sheet before had no room for */
  readonly isRest: boolean;
  readonly isGrey: boolean;
  readonly widthOf: WidthOf;
  /** from 1 */
  readonly number: number;
  readonly children: ReactNode;
}

/** A side of paper: its title, its content, and beneath it the legend of calendars and the date of printing. */
export function SheetFrame({ document, title, isRest, isGrey, widthOf, number, children }: SheetFrameProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const printedAt = useNow();
  const { width, height, margin, unit } = document.size;
  const count = document.sheets.length;
  const page = t("print.page", { page: String(number), count: String(count) });
  const words = isRest ? t("print.rest", { title: title.title }) : title.title;
  // A title is never cut: a long one is set smaller.
  const needed = (widthOf(words) * FRAME.title + widthOf(title.week) * FRAME.week) / TEXT_SIZE + 24;
  const geometry = {
    "--title": Math.min(1, document.room.width / needed),
    "--u": `${unit}px`,
    "--head": `${FRAME.head * unit}px`,
    "--body": `${document.room.height * unit}px`,
    width,
    // The height is a hair less than the paper, which would otherwise add an empty page.
    height: height - 1,
    padding: margin,
  } as CSSProperties;
  return (
    <section
      aria-label={page}
      className={styles.sheet}
      data-sheet=""
      data-grey={isGrey || undefined}
      style={geometry}
    >
      <header className={styles.head}>
        <h3 className={styles.title}>{words}</h3>
        <p className={styles.week}>{title.week}</p>
      </header>
      <div className={styles.body} data-sheet-body="">
        {children}
      </div>
      <footer className={styles.foot}>
        <Legend legend={document.legend} />
        <p className={styles.line}>
          <span>{t("print.printed", { date: formats.dayAndYear(printedAt) })}</span>
          {count > 1 ? <span>{page}</span> : null}
        </p>
      </footer>
    </section>
  );
}

const Legend = ({ legend }: { readonly legend: readonly LegendEntry[] }) =>
  legend.length === 0 ? null : (
    <ul className={styles.legend}>
      {legend.map(({ key, name, colour, mark }) => (
        <li key={key} data-colour={colour}>
          {mark ? <b className={styles.mark}>{mark}</b> : <i className={styles.swatch} />}
          {name}
        </li>
      ))}
    </ul>
  );
