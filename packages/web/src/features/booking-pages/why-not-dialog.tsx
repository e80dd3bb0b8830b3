import type { BookingPageRecord, WhyNotRecord } from "@snart/calendar/jmap/booking-page.ts";
import { addDays, asLocal, startOfDay } from "@snart/calendar/time/local.ts";
import { HOUR } from "@snart/calendar/time/instant.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState } from "react";
import { whyNot } from "../../api/items/booking-page-api.ts";
import { wordedCode } from "../../api/problem.ts";
import { clockNow } from "../../i18n/clock.ts";
import { LabelledMoment } from "../../grid/day-field/date-field.tsx";
import { isolated } from "../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { askedTime, lengthsOfPage, wordsOf } from "./model.ts";
import { useReasonWords } from "./use-reason-words.ts";
import { ThingReasons } from "./thing-reasons.tsx";
import styles from "./screen.module.css";

interface WhyNotDialogProps {
  readonly accountId: string;
  readonly page: BookingPageRecord;
  readonly onClose: () => void;
}

interface Answer {
  readonly start: number;
  readonly said: WhyNotRecord;
}

/** Asks about any time of a page whether guests are shown it, and why not. Only who may change the page sees the answer. */
export function WhyNotDialog({ accountId, page, onClose }: WhyNotDialogProps) {
  const t = useMessages();
  const language = useLanguage();
  const zone = useViewerZone();
  const today = startOfDay(zone.toLocal(clockNow()));
  const [at, setAt] = useState(() => asLocal(addDays(today, 1) + 10 * HOUR));
  const choices = lengthsOfPage(page);
  const [choice, setChoice] = useState(choices[0]?.key ?? "");
  const [answer, setAnswer] = useState<Answer>();
  const ask = async (): Promise<string | undefined> => {
    const asked = choices.find(({ key }) => key === choice);
    if (!asked) return undefined;
    const { start, minutes } = askedTime(page, asked, at, zone);
    const done = await whyNot(accountId, page.id, asked.typeId, start, minutes);
    setAnswer(done.ok ? { start, said: done.value } : undefined);
    return done.ok ? undefined : t(problemKey(wordedCode(done.problem)));
  };
  return (
    <ConfirmDialog
      title={t("bookingPages.whyNot")}
      confirm={t("bookingPages.whyNotAsk")}
      width={560}
      className={styles.form}
      onConfirm={ask}
      onClose={onClose}
    >
      <p className={styles.quiet}>{t("bookingPages.whyNotIntro")}</p>
      <LabelledMoment label={t("bookingPages.whyNotWhen")} value={at} since={today} onChange={setAt} />
      <Select
        label={t("bookingPages.whyNotWhat")}
        options={choices.map(({ key, title, minutes, nights }) => {
          const name = isolated(wordsOf(title, language));
          const label =
            nights === undefined
              ? t("bookingPages.whyNotChoice", { title: name, minutes })
              : t("bookingPages.whyNotNights", { title: name, nights });
          return { value: key, label };
        })}
        value={choice}
        onChange={setChoice}
      />
      <output className={styles.answer}>{answer ? <Reasons {...answer} /> : null}</output>
    </ConfirmDialog>
  );
}

function Reasons({ start, said }: Answer) {
  const t = useMessages();
  const { dayAndYear, time } = useFormats(useViewerZone().id);
  const words = useReasonWords();
  const { reasons, isOffered, things } = said;
  return (
    <>
      <p className={styles.verdict}>
        <b>{isOffered ? t("bookingPages.isShown") : t("bookingPages.notShown", { count: reasons.length })}</b>
        <span>
          {dayAndYear(start)}, {time(start)} <HowSoon target={{ kind: "instant", at: start }} />
        </span>
      </p>
      <ol className={styles.reasons}>
        {reasons.map((reason, index) => (
          <li key={index}>
            {words(reason)}
            {reason.kind === "noRoom" ? <ThingReasons things={things} start={start} /> : null}
          </li>
        ))}
      </ol>
      {isOffered ? null : <p className={styles.quiet}>{t("bookingPages.whyNotSecret")}</p>}
    </>
  );
}
