import type { BookableReportRecord, ReportRowRecord } from "@snart/calendar/jmap/booking.ts";
import { ArrowDown, Lock } from "lucide-react";
import { useState } from "react";
import { isolated } from "../../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { NUMBERS, sorted, totalOf, type Column } from "./model.ts";
import styles from "./report.module.css";

interface ReportBodyProps {
  readonly report: BookableReportRecord;
  /** "October 2026" */
  readonly month: string;
}

/** The month in one sentence, then by household, then why tries were refused and how the months before were. */
export function ReportBody({ report, month }: ReportBodyProps) {
  const t = useMessages();
  const { rows } = report;
  const totals = Object.fromEntries(NUMBERS.map((column) => [column, totalOf(rows, column)]));
  return (
    <div className={styles.columns}>
      <div>
        <p className={styles.lead}>
          {rows.length === 0 ? t("report.nothing", { month }) : t("report.lead", totals)}
        </p>
        {rows.length > 0 ? <Rows rows={rows} /> : null}
        <p className={styles.note}>
          <Lock size={16} strokeWidth={1.6} aria-hidden />
          {t("report.note")}
        </p>
      </div>
      <div className={styles.side}>
        <Reasons reasons={report.reasons} />
        <Months months={report.months} />
        {report.houseRules ? <Acceptances {...report.houseRules} /> : null}
      </div>
    </div>
  );
}

function Rows({ rows }: { readonly rows: readonly ReportRowRecord[] }) {
  const t = useMessages();
  const language = useLanguage();
  const [column, setColumn] = useState<Column>("booked");
  const most = Math.max(1, ...rows.map(({ booked }) => booked));
  const head = (of: Column, words: string) => (
    <th
      key={of}
      scope="col"
      aria-sort={column === of ? (of === "name" ? "ascending" : "descending") : undefined}
    >
      <button type="button" onClick={() => setColumn(of)}>
        {words}
        {column === of ? <ArrowDown size={13} strokeWidth={2} aria-hidden /> : null}
      </button>
    </th>
  );
  return (
    <div className={styles.scroll}>
      <table className={styles.rows}>
        <thead>
          <tr>
            {head("name", t("report.who"))}
            <th aria-hidden className={styles.bars} />
            {NUMBERS.map((of) => head(of, t("report.column", { column: of })))}
          </tr>
        </thead>
        <tbody>
          {sorted(rows, column, new Intl.Collator(language).compare).map((row) => (
            <tr key={row.partyId}>
              <th scope="row">{row.name === null ? t("report.nobody") : isolated(row.name)}</th>
              <td aria-hidden className={styles.bars}>
                <Bar row={row} most={most} />
              </td>
              {NUMBERS.map((of) => (
                <td key={of}>{row[of] === 0 ? "–" : row[of]}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("report.all", { count: rows.length })}</th>
            <td aria-hidden className={styles.bars} />
            {NUMBERS.map((of) => (
              <td key={of}>{totalOf(rows, of)}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** What was used, is to come, was released and was cancelled too late, side by side. */
function Bar({ row, most }: { readonly row: ReportRowRecord; readonly most: number }) {
  const { booked, used, released, cancelledLate } = row;
  const parts = { used, coming: booked - used - released - cancelledLate, released, late: cancelledLate };
  return (
    <span className={styles.bar}>
      {Object.entries(parts).map(([kind, count]) =>
        count > 0 ? <i key={kind} data-kind={kind} style={{ width: `${(count / most) * 100}%` }} /> : null,
      )}
    </span>
  );
}

function Reasons({ reasons }: Pick<BookableReportRecord, "reasons">) {
  const t = useMessages();
  const sum = reasons.reduce((all, { times }) => all + times, 0);
  const most = Math.max(1, ...reasons.map(({ times }) => times));
  if (sum === 0) return null;
  return (
    <section aria-labelledby="reasons">
      <h2 id="reasons">{t("report.refused", { count: sum })}</h2>
      <ul className={styles.reasons}>
        {reasons.map(({ reason, times }) => (
          <li key={reason}>
            <span>{t("report.reason", { reason: reason.replaceAll("-", "") })}</span>
            <b>{times}</b>
            <i style={{ width: `${(times / most) * 100}%` }} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Who has accepted the house rules, and who an earlier version of them. */
function Acceptances({ version, acceptances }: NonNullable<BookableReportRecord["houseRules"]>) {
  const t = useMessages();
  const { shortDay } = useFormats(useViewerZone().id);
  const count = acceptances.filter((one) => one.version >= version).length;
  return (
    <section aria-labelledby="acceptances">
      <h2 id="acceptances">{t("report.houseRules", { version, count })}</h2>
      <ul className={styles.acceptances}>
        {acceptances.map((one) => (
          <li key={one.partyId}>
            <span>{one.name === null ? t("report.nobody") : isolated(one.name)}</span>
            <span>
              {t("report.acceptedOn", {
                date: shortDay(Date.parse(one.at)),
                isOld: one.version < version ? "yes" : "no",
                version: one.version,
              })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Months({ months }: Pick<BookableReportRecord, "months">) {
  const t = useMessages();
  const { month: named } = useFormats("UTC");
  const most = Math.max(1, ...months.map(({ booked }) => booked));
  return (
    <section aria-labelledby="months">
      <h2 id="months">{t("report.months")}</h2>
      <ol className={styles.months}>
        {months.map(({ month, booked }) => (
          <li key={month}>
            <b>{booked}</b>
            <i style={{ height: `${(booked / most) * 100}%` }} />
            <span>{named(Date.parse(`${month}-15`)).slice(0, 3)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
