import { addDays } from "@snart/calendar/time/local.ts";
import { useId } from "react";
import { useMessages } from "../../i18n/messages.ts";
import type { CalendarEntry } from "../../store/items/entries.ts";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { SegmentedControl } from "../../ui/fields/segmented-control.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import type { PaperName } from "../../layout/paper/paper-size.ts";
import { DateField } from "../../grid/day-field/date-field.tsx";
import { isTooLong, MOST, withFrom, withTo, type Period } from "./document/print-period.ts";
import { printDetails, printKinds, type PrintKind, type PrintSettings } from "./document/print-settings.ts";
import styles from "./print-options.module.css";

/**
 * People may print days that have just passed: within this many days before the shown ones, a date without a year is
 * this year's.
 */
const LOOK_BACK = 60;

interface PrintOptionsProps {
  readonly kind: PrintKind;
  readonly period: Period;
  readonly settings: PrintSettings;
  /** some repeating timed events are left out of a year */
  readonly isLeavingOut: boolean;
  readonly calendars: readonly CalendarEntry[];
  /** the keys of those that are printed */
  readonly chosen: ReadonlySet<string>;
  readonly onKind: (kind: PrintKind) => void;
  readonly onPeriod: (period: Period) => void;
  readonly onSettings: (change: Partial<PrintSettings>) => void;
  readonly onChoose: (keys: ReadonlySet<string>) => void;
}

/** The choices of what to print, on which paper, and in how much detail. */
export function PrintOptions(props: PrintOptionsProps) {
  const { kind, period, settings, isLeavingOut, onKind, onPeriod, onSettings } = props;
  const t = useMessages();
  return (
    <form
      className={styles.options}
      aria-label={t("print.options")}
      onSubmit={(event) => event.preventDefault()}
    >
      <SegmentedControl<PrintKind>
        label={t("print.what")}
        value={kind}
        onChange={onKind}
        segments={printKinds.map((value) => ({ value, label: t(`print.kind.${value}`) }))}
      />
      <Dates period={period} onPeriod={onPeriod} />
      {isTooLong(kind, period) ? (
        <output className={styles.note}>
          {t(kind === "list" ? "print.tooLongList" : "print.tooLong", { count: MOST[kind] })}
        </output>
      ) : null}
      {isLeavingOut ? <output className={styles.note}>{t("print.yearWithout")}</output> : null}
      <Paper kind={kind} settings={settings} onSettings={onSettings} />
      <div className={styles.checks}>
        <Checkbox checked={settings.isBoard} onChange={(isBoard) => onSettings({ isBoard })}>
          {t("print.board")}
        </Checkbox>
        <Checkbox checked={settings.isGrey} onChange={(isGrey) => onSettings({ isGrey })}>
          {t("print.grey")}
        </Checkbox>
      </div>
      <fieldset className={styles.group}>
        <legend>{t("print.details")}</legend>
        {printDetails.map((name) => (
          <Checkbox
            key={name}
            checked={settings[name]}
            onChange={(isWanted) => onSettings({ [name]: isWanted })}
          >
            {t(`print.detail.${name}`)}
          </Checkbox>
        ))}
      </fieldset>
      <Calendars {...props} />
    </form>
  );
}

function Dates({ period, onPeriod }: Pick<PrintOptionsProps, "period" | "onPeriod">) {
  const t = useMessages();
  return (
    <div className={styles.period}>
      <span>{t("print.from")}</span>
      <DateField
        label={t("print.from")}
        value={period.from}
        since={addDays(period.from, -LOOK_BACK)}
        onChange={(day) => onPeriod(withFrom(period, day))}
      />
      <span>{t("print.to")}</span>
      <DateField
        label={t("print.to")}
        value={period.to}
        since={period.from}
        onChange={(day) => onPeriod(withTo(period, day))}
      />
    </div>
  );
}

function Paper({ kind, settings, onSettings }: Pick<PrintOptionsProps, "kind" | "settings" | "onSettings">) {
  const t = useMessages();
  return (
    <div className={styles.pair}>
      <SegmentedControl<PaperName>
        label={t("print.paper")}
        value={settings.paper}
        onChange={(paper) => onSettings({ paper })}
        segments={[
          { value: "A4", label: "A4" },
          { value: "A3", label: "A3" },
        ]}
      />
      <SegmentedControl<"upright" | "side">
        label={t("print.orientation")}
        value={settings.onSide[kind] ? "side" : "upright"}
        onChange={(value) => onSettings({ onSide: { ...settings.onSide, [kind]: value === "side" } })}
        segments={[
          { value: "upright", label: t("print.portrait") },
          { value: "side", label: t("print.landscape") },
        ]}
      />
    </div>
  );
}

function Calendars({ calendars, chosen, onChoose }: PrintOptionsProps) {
  const t = useMessages();
  const title = useId();
  const choose = (key: string, isWanted: boolean): void =>
    onChoose(new Set([...[...chosen].filter((it) => it !== key), ...(isWanted ? [key] : [])]));
  return (
    <fieldset className={styles.group} aria-labelledby={title}>
      <legend id={title}>{t("print.calendars")}</legend>
      {calendars.map(({ key, name, colour }) => (
        <Checkbox key={key} checked={chosen.has(key)} onChange={(isWanted) => choose(key, isWanted)}>
          <span className={styles.calendar}>
            <Swatch colour={colour} /> {name}
          </span>
        </Checkbox>
      ))}
    </fieldset>
  );
}
