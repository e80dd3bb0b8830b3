import type { Local } from "@snart/calendar/time/local.ts";
import { Printer } from "lucide-react";
import { useMemo, useRef, useState, type MouseEvent } from "react";
import { useFormats } from "../../i18n/use-formats.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useCalendarSnapshot } from "../../store/calendar-context.tsx";
import { legibleFrom, TEXT_SIZE } from "../../layout/paper/paper-size.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { useElementSize } from "../../ui/use-element-size.ts";
import type { ViewKind } from "../../grid/view-address.ts";
import type { PrintDocument } from "./document/print-document.ts";
import { periodAround, type Period } from "./document/print-period.ts";
import { keepSettings, keptSettings, type PrintKind, type PrintSettings } from "./document/print-settings.ts";
import { isLeftOutOfYear, YEAR } from "./document/year-sheet.ts";
import { usePageSize } from "../../ui/paper/use-page-size.ts";
import { usePrintDocument } from "./use-print-document.ts";
import { PrintOptions } from "./print-options.tsx";
import { PrintSheets } from "./print-sheets.tsx";
import styles from "./print-dialog.module.css";

interface PrintDialogProps {
  /** the view on the screen */
  readonly view: ViewKind;
  /** a day of it */
  readonly day: Local;
  /** the address of the person who prints */
  readonly address: string;
  readonly onClose: () => void;
}

/** The kind of print for each view. */
const kindOf: Readonly<Record<ViewKind, PrintKind>> = {
  day: "day",
  days: "week",
  workweek: "week",
  week: "week",
  weeks: "month",
  month: "month",
  year: "year",
  soon: "list",
  tasks: "list",
  search: "list",
  bookables: "list",
};

/** Around the sheets on the screen, px. */
const EDGE = 48;

/** Sets the days on the screen out on paper, with choices; the browser prints them, or makes a PDF of them. */
export function PrintDialog({ view, day, address, onClose }: PrintDialogProps) {
  const t = useMessages();
  const language = useLanguage();
  const formats = useFormats("UTC");
  const { calendars, isOnline } = useCalendarSnapshot();
  const [kind, setKind] = useState<PrintKind>(kindOf[view]);
  const [period, setPeriod] = useState<Period>(() => periodAround(kind, day));
  const [settings, change] = useSettings();
  const [chosen, choose] = useState<ReadonlySet<string>>(
    () => new Set(calendars.filter((it) => it.isVisible).map((it) => it.key)),
  );
  const printed = useMemo(() => calendars.filter((it) => chosen.has(it.key)), [calendars, chosen]);
  const { document, items, facts, isComplete } = usePrintDocument({
    kind,
    period,
    settings,
    calendars: printed,
    address,
  });
  usePageSize(settings.paper, settings.onSide[kind]);
  const preview = useRef<HTMLElement>(null);
  const { width } = useElementSize(preview);
  const zoom = Math.min(1, Math.max(0.1, (width - EDGE) / document.size.width));
  const words = { formats, language, t, hasWeeks: settings.weekNumbers };
  return (
    <Dialog
      title={t("print.title")}
      isOpen
      onClose={onClose}
      width="full"
      footer={
        <>
          <output className={styles.count}>
            {isComplete
              ? t("print.sheets", {
                  count: document.sheets.length,
                  metres: formats.number(metresOf(document)),
                })
              : t(isOnline ? "print.fetching" : "print.incomplete")}
          </output>
          <Button size={36} onClick={onClose}>
            {t("print.close")}
          </Button>
          <Button look="primary" size={36} disabled={!isComplete && isOnline} onClick={printAndReturn}>
            <Printer size={16} strokeWidth={1.7} /> {t("print.print")}
          </Button>
        </>
      }
    >
      <div className={styles.parts}>
        <div className={styles.options}>
          <PrintOptions
            kind={kind}
            period={period}
            settings={settings}
            isLeavingOut={kind === "year" && [...items.values()].some(isLeftOutOfYear)}
            calendars={calendars}
            chosen={chosen}
            onKind={(next) => {
              setKind(next);
              setPeriod(periodAround(next, day));
            }}
            onPeriod={setPeriod}
            onSettings={change}
            onChoose={choose}
          />
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
        <section ref={preview} className={styles.preview} tabIndex={0} aria-label={t("print.preview")}>
          <PrintSheets {...{ document, items, kind, settings, facts, words, zoom }} />
        </section>
      </div>
    </Dialog>
  );
}

/** Some browsers forget which element had the focus while they print. */
function printAndReturn({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
  print();
  currentTarget.focus();
}

/** The distance from which the smallest running text can be read, to the half metre. */
const metresOf = ({ size, sheets }: PrintDocument): number => {
  const scales = sheets.map((sheet) =>
    sheet.kind === "month" ? sheet.sheet.scale : sheet.kind === "year" ? YEAR.text / TEXT_SIZE : 1,
  );
  return Math.max(0.5, Math.round(legibleFrom(size.unit * Math.min(1, ...scales)) * 2) / 2);
};

/** How this device prints, remembered whenever it changes. */
function useSettings(): readonly [PrintSettings, (change: Partial<PrintSettings>) => void] {
  const [settings, setSettings] = useState(keptSettings);
  const change = (some: Partial<PrintSettings>): void => {
    const changed = { ...settings, ...some };
    setSettings(changed);
    keepSettings(changed);
  };
  return [settings, change];
}
