import type { RuleProblem } from "@snart/calendar/booking/read/json-reader.ts";
import type { BookingPageRecord, PageEventTypeRecord } from "@snart/calendar/jmap/booking-page.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useEffect, useRef, useState } from "react";
import type { RemoteCalendar } from "../../../api/items/calendar-api.ts";
import { wordedCode } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { CalendarPart } from "./calendar-part.tsx";
import { ChangesPart } from "./changes-part.tsx";
import type { Meanwhile } from "../meanwhile/merge.ts";
import { useTold } from "../meanwhile/use-told.ts";
import type { PageOwner } from "../owner/use-page-owners.ts";
import type { SaveOutcome } from "../use-type-acts.ts";
import { HostsPart } from "./hosts-part.tsx";
import { HoursPart } from "./hours-part.tsx";
import { LimitsPart } from "./limits-part.tsx";
import { NamesPart } from "./names-part.tsx";
import { PlacesPart } from "./places-part.tsx";
import { QuestionsPart } from "./questions-part.tsx";
import { RoomsPart } from "./rooms-part.tsx";
import { TimesPart } from "./times-part.tsx";
import { useProblemWords, wordsKeys, type TypeForm } from "./type-form.ts";
import { problemsOf, problemsSaid, readyToSend, withRules } from "./type-record.ts";
import { grouped } from "./week-hours.ts";
import styles from "../screen.module.css";

interface TypeDialogProps {
  /** of who reads it */
  readonly accountId: string;
  /** whose page it is */
  readonly owner: PageOwner;
  /** theirs; undefined: not known yet */
  readonly calendars: readonly RemoteCalendar[] | undefined;
  readonly page: BookingPageRecord;
  readonly record: PageEventTypeRecord;
  /** Saves it; gives what was in the way. @param told what somebody else has made of it, as was said before */
  readonly onSave: (
    record: PageEventTypeRecord,
    told: Meanwhile<PageEventTypeRecord>,
  ) => Promise<SaveOutcome>;
  readonly onClose: () => void;
}

/** What can be booked at a page, in a form. What it does not show stays as it is, and nothing that was typed is lost by an error. */
export function TypeDialog(props: TypeDialogProps) {
  const { accountId, owner, calendars, page, record, onSave, onClose } = props;
  const t = useMessages();
  const { form, save, body } = useTypeForm(page, record, onSave);
  return (
    <ConfirmDialog
      title={t("bookingPages.editType")}
      confirm={t("bookingPages.save")}
      width={560}
      className={styles.form}
      onConfirm={save}
      onClose={onClose}
    >
      <div ref={body} className={styles.form}>
        <NamesPart form={form} />
        <HostsPart form={form} owner={owner} />
        <CalendarPart form={form} owner={owner} calendars={calendars} />
        <TimesPart form={form} />
        {record.type.nights ? null : <HoursPart form={form} />}
        <LimitsPart form={form} />
        <PlacesPart form={form} />
        <RoomsPart accountId={accountId} owner={owner} form={form} />
        <QuestionsPart form={form} />
        <ChangesPart form={form} />
      </div>
    </ConfirmDialog>
  );
}

function useTypeForm(
  page: BookingPageRecord,
  record: PageEventTypeRecord,
  onSave: TypeDialogProps["onSave"],
) {
  const t = useMessages();
  const words = useProblemWords();
  const body = useRef<HTMLDivElement>(null);
  const [draft, setDraft] = useState(record);
  const [tries, setTries] = useState(0);
  const [said, setSaid] = useState<readonly RuleProblem[]>([]);
  const [told, setTold] = useTold<PageEventTypeRecord>(body);
  // Nobody is told of what they have not come to yet; afterwards each field says at once whether it is right.
  const problems = tries === 0 ? [] : [...problemsOf(readyToSend(draft)), ...said];
  const change = (next: PageEventTypeRecord): void => {
    setDraft(next);
    setSaid([]);
  };
  const wordsIf = (is: (path: string) => boolean): string | null => {
    const problem = problems.find(({ path }) => is(path));
    return problem ? words(problem) : null;
  };
  const form: TypeForm = {
    record: draft,
    languages: wordsKeys(page.languages),
    set: (changes) => change(withRules(draft, changes)),
    say: (texts) => change({ ...draft, ...texts }),
    wrong: (own) => wordsIf((path) => path === own || path.startsWith(`${own}/`)),
    wrongItself: (own) => wordsIf((path) => path === own),
  };
  useEffect(() => {
    if (tries > 0) body.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
  }, [tries]);
  const save = async (): Promise<string | undefined> => {
    // A time or a day that can't be read says so itself, and takes the focus.
    const unread = body.current?.querySelector<HTMLInputElement>("input:invalid");
    if (unread && !unread.checkValidity()) return t("bookingPages.somethingWrong");
    const ready = readyToSend(draft);
    const isRight = problemsOf(ready).length === 0;
    const { problem, meanwhile } = isRight ? await onSave(withGroupedHours(ready, record), told) : {};
    if (isRight && !problem && meanwhile === undefined) return undefined;
    if (meanwhile !== undefined) {
      setTold(meanwhile);
      return t(meanwhile === "gone" ? "bookingPages.goneMeanwhile" : "bookingPages.changedMeanwhile");
    }
    setSaid(problem ? problemsSaid(problem) : []);
    setTries(tries + 1);
    return problem ? t(problemKey(wordedCode(problem))) : t("bookingPages.somethingWrong");
  };
  return { form, save, body };
}

/** Hours go back in as few entries as they are told in; those that were not touched stay as they were written. */
function withGroupedHours(ready: PageEventTypeRecord, before: PageEventTypeRecord): PageEventTypeRecord {
  const { schedule } = ready.type;
  if (schedule.of === "host" || schedule === before.type.schedule) return ready;
  const dates = schedule.dates?.toSorted((a, b) => a.date.localeCompare(b.date)) ?? [];
  return withRules(ready, {
    schedule: { of: "page", hours: grouped(schedule.hours), ...(dates.length > 0 && { dates }) },
  });
}
