import type { DayFacts } from "./document/day-facts.ts";
import { BENEATH_GAP, type PrintDocument, type PrintSheet } from "./document/print-document.ts";
import type { PrintKind, PrintSettings } from "./document/print-settings.ts";
import type { PrintedItem } from "./document/printed-item.ts";
import { sheetTitle, type TitleWords } from "./document/sheet-title.ts";
import { widthOnPaper } from "./document/width-on-paper.ts";
import { SheetFrame } from "./sheet-frame.tsx";
import { SheetList } from "./sheet-list.tsx";
import { SheetMonth } from "./sheet-month.tsx";
import { SheetTimes } from "./sheet-times.tsx";
import { SheetYear } from "./sheet-year.tsx";
import styles from "../../ui/paper/print-sheets.module.css";

interface PrintSheetsProps {
  readonly document: PrintDocument;
  readonly items: ReadonlyMap<string, PrintedItem>;
  readonly kind: PrintKind;
  readonly settings: PrintSettings;
  readonly facts: DayFacts;
  readonly words: TitleWords;
  /** the size of paper on the screen; 1 is its real size */
  readonly zoom: number;
}

/** All sheets, one below the other: seen as they will be printed, and printed as they are seen. */
export function PrintSheets(props: PrintSheetsProps) {
  const { document, kind, settings, words, zoom } = props;
  return (
    <div className={styles.sheets} data-sheets="" style={{ zoom }}>
      {document.sheets.map((sheet, index) => (
        <SheetFrame
          // oxlint-disable-next-line react/no-array-index-key -- sheets have no other name than their number
          key={index}
          document={document}
          title={sheetTitle(kind, sheet.days, words)}
          isRest={sheet.kind === "list" && sheet.isRest}
          isGrey={settings.isGrey}
          widthOf={widthOnPaper}
          number={index + 1}
        >
          <SheetBody {...props} of={sheet} />
        </SheetFrame>
      ))}
    </div>
  );
}

function SheetBody({ of, document, items, settings, facts }: PrintSheetsProps & { readonly of: PrintSheet }) {
  const { room, size } = document;
  const { unit } = size;
  const shared = { unit, facts, hasWeeks: settings.weekNumbers };
  if (of.kind === "list") return <SheetList sheet={of.sheet} room={room} {...shared} />;
  return (
    <>
      <div style={{ height: of.height * unit }}>
        {of.kind === "year" ? (
          <SheetYear sheet={of.sheet} {...shared} />
        ) : of.kind === "time" ? (
          <SheetTimes sheet={of.sheet} items={items} unit={unit} facts={facts} />
        ) : (
          <SheetMonth sheet={of.sheet} days={of.days} items={items} room={room} {...shared} />
        )}
      </div>
      {of.beneath ? (
        <div style={{ paddingTop: BENEATH_GAP * unit }}>
          <SheetList sheet={of.beneath} room={room} {...shared} />
        </div>
      ) : null}
    </>
  );
}
