import type { BookableRecord, BookableReportRecord } from "@snart/calendar/jmap/booking.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { ChevronLeft, ChevronRight, Download } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { fetchBookables, fetchReport } from "../../../api/items/booking-api.ts";
import { wordedCode, type ApiProblem } from "../../../api/problem.ts";
import { clockNow } from "../../../i18n/clock.ts";
import { firstInLine } from "../../../i18n/format.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useAccount } from "../../../store/session.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { ListSkeleton, PlainPage } from "../../../ui/plain-page.tsx";
import { saveCsv } from "../../../ui/save-file.ts";
import { useDocumentTitle } from "../../../ui/use-document-title.ts";
import { boardPath, dateText } from "../model.ts";
import { zoneOf } from "../use-bookings.ts";
import { csvOf, monthsLater, NUMBERS } from "./model.ts";
import { ReportBody } from "./report-body.tsx";
import styles from "./report.module.css";

/** A month of one thing, for its managers: who booked, used, gave up and was refused how much. */
export function ReportScreen({ id }: { readonly id: string }) {
  const t = useMessages();
  const language = useLanguage();
  const account = useAccount();
  const [, navigate] = useLocation();
  const { monthAndYear } = useFormats("UTC");
  const bookable = useBookable(account?.id ?? "", id);
  const today = bookable && zoneOf(bookable).toLocal(clockNow());
  const present = today === undefined ? undefined : dateText(Math.floor(today / 86_400_000)).slice(0, 7);
  const asked = new URLSearchParams(useSearch()).get("month") ?? "";
  const month = /^\d{4}-(?:0[1-9]|1[0-2])$/.test(asked) ? asked : present;
  const { report, problem } = useReport(account?.id ?? "", id, month);
  const name = bookable ? isolated(bookable.name) : t("bookables.title");
  useDocumentTitle(t("report.title", { name }));
  const go = (months: number): void =>
    navigate(`/bookables/${id}/report?month=${monthsLater(month ?? "", months)}`);
  const said = month === undefined ? "" : firstInLine(monthAndYear(Date.parse(`${month}-15`)), language);
  const save = (): void => {
    const heads = [t("report.who"), ...NUMBERS.map((column) => t("report.column", { column }))];
    saveCsv(`${bookable?.name ?? ""} ${month}.csv`, csvOf(heads, report?.rows ?? [], t("report.nobody")));
  };
  return (
    <PlainPage
      title={t("report.title", { name })}
      intro={null}
      back={{
        href: today === undefined ? "/bookables" : boardPath(id, today),
        label: bookable ? name : t("bookables.back"),
      }}
      actions={
        <div className={styles.steps}>
          <IconButton label={t("shell.previousMonth")} onClick={() => go(-1)}>
            <ChevronLeft size={18} strokeWidth={1.7} aria-hidden />
          </IconButton>
          <b aria-live="polite">{said}</b>
          <IconButton label={t("shell.nextMonth")} disabled={month === present} onClick={() => go(1)}>
            <ChevronRight size={18} strokeWidth={1.7} aria-hidden />
          </IconButton>
          <Button size={36} disabled={!report || report.rows.length === 0} onClick={save}>
            <Download size={16} strokeWidth={1.7} aria-hidden />
            {t("report.csv")}
          </Button>
        </div>
      }
    >
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      {report ? <ReportBody report={report} month={said} /> : null}
      {report || problem ? null : <ListSkeleton label={t("bookables.loading")} />}
    </PlainPage>
  );
}

function useBookable(accountId: string, id: string): BookableRecord | undefined {
  const [bookable, setBookable] = useState<BookableRecord>();
  useEffect(() => {
    void fetchBookables(accountId).then((given) => {
      if (given.ok) setBookable(given.value.find((it) => it.id === id));
    });
  }, [accountId, id]);
  return bookable;
}

/** What is known of a month; undefined until it is here. */
function useReport(accountId: string, id: string, month: string | undefined) {
  const [known, setKnown] = useState<{ readonly month: string; readonly report: BookableReportRecord }>();
  const [problem, setProblem] = useState<ApiProblem>();
  useEffect(() => {
    if (month === undefined) return undefined;
    let isHere = true;
    void fetchReport(accountId, id, month).then((given) => {
      if (!isHere) return;
      setProblem(given.ok ? undefined : given.problem);
      if (given.ok) setKnown({ month, report: given.value });
    });
    return () => void (isHere = false);
  }, [accountId, id, month]);
  return { report: known?.month === month ? known?.report : undefined, problem };
}
