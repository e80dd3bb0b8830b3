import type {
  BookingPageRecord,
  PageEventTypeRecord,
  WhyNotRecord,
} from "@snart/calendar/jmap/booking-page.ts";
import { addDays, asLocal, startOfDay } from "@snart/calendar/time/local.ts";
import { DAY, HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { SquareCheck, SquareX } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { whyNot } from "../../api/items/booking-page-api.ts";
import { wordedCode } from "../../api/problem.ts";
import { clockNow } from "../../i18n/clock.ts";
import { LabelledMoment } from "../../grid/day-field/date-field.tsx";
import { isolated } from "../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { Button } from "../../ui/button.tsx";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { DayStrip } from "./day-strip.tsx";
import { askedTime, lengthsOfPage, wordsOf } from "./model.ts";
import type { PossibleHost } from "./owner/use-page-owners.ts";
import { useReasonWords } from "./use-reason-words.ts";
import { ThingReasons } from "./thing-reasons.tsx";
import styles from "./screen.module.css";

interface WhyNotDialogProps {
  readonly accountId: string;
  readonly page: BookingPageRecord;
  /** who can receive guests there */
  readonly hosts: readonly PossibleHost[];
  /** opens what is asked about, to be changed */
  readonly onChange: (type: PageEventTypeRecord) => void;
  readonly onClose: () => void;
}

interface Answer {
  readonly typeId: string;
  readonly start: number;
  readonly end: number;
  readonly said: WhyNotRecord;
}

/** Asks about any time of a page whether guests are shown it, and why not. Only who may change the page sees the answer. */
export function WhyNotDialog({ accountId, page, hosts, onChange, onClose }: WhyNotDialogProps) {
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
    const end = start + minutes * MINUTE;
    setAnswer(done.ok ? { typeId: asked.typeId, start, end, said: done.value } : undefined);
    return done.ok ? undefined : t(problemKey(wordedCode(done.problem)));
  };
  return (
    <ConfirmDialog
      title={t("bookingPages.whyNot")}
      confirm={t("bookingPages.whyNotAsk")}
      width="side"
      className={styles.form}
      onConfirm={ask}
      onClose={onClose}
    >
      <p className={styles.quiet}>{t("bookingPages.whyNotIntro")}</p>
      <LabelledMoment label={t("bookingPages.whyNotWhen")} value={at} since={today} onChange={setAt} />
      <Select
        label={t("bookingPages.whyNotWhat")}
        options={choices.map(({ key, typeId, title, minutes, nights }) => {
          const name = isolated(wordsOf(title, language));
          const isOnly = choices.filter((each) => each.typeId === typeId).length === 1;
          const label =
            nights !== undefined
              ? t("bookingPages.whyNotNights", { title: name, nights })
              : isOnly
                ? name
                : t("bookingPages.whyNotChoice", { title: name, minutes });
          return { value: key, label };
        })}
        value={choice}
        onChange={setChoice}
      />
      <output className={styles.answer}>
        {answer ? (
          <Answered {...answer} type={typeOf(page, answer)} hosts={hosts} onChange={onChange} />
        ) : null}
      </output>
    </ConfirmDialog>
  );
}

const typeOf = ({ types }: BookingPageRecord, { typeId }: Answer): PageEventTypeRecord | undefined =>
  types.find(({ id }) => id === typeId);

/** Reasons that are rules of the page. What a host does is changed in the calendar. */
const OF_THE_PAGE: ReadonlySet<WhyNotRecord["reasons"][number]["kind"]> = new Set([
  "notOpen",
  "offRaster",
  "outsidePeriod",
  "tooSoon",
  "tooFar",
  "limit",
  "buffer",
  "full",
  "noRoom",
]);

interface AnsweredProps extends Answer {
  readonly type: PageEventTypeRecord | undefined;
  readonly hosts: readonly PossibleHost[];
  readonly onChange: WhyNotDialogProps["onChange"];
}

function Answered({ start, end, said, type, hosts, onChange }: AnsweredProps) {
  const t = useMessages();
  const { day, time, timeRange } = useFormats(useViewerZone().id);
  const { reasons, isOffered, things, taken, nearest } = said;
  const when = end - start < DAY ? timeRange(start, end) : time(start);
  return (
    <>
      <div className={styles.verdict} data-shown={isOffered || undefined}>
        {isOffered ? <SquareCheck {...SIGN} /> : <SquareX {...SIGN} />}
        <b>{isOffered ? t("bookingPages.isShown") : t("bookingPages.notShown", { count: reasons.length })}</b>
        <span>
          {day(start)}, {when} <HowSoon target={{ kind: "instant", at: start }} />
        </span>
      </div>
      {end - start < DAY ? <DayStrip start={start} end={end} taken={taken} /> : null}
      <Reasons reasons={reasons} things={things} start={start} hosts={hosts} />
      {nearest.length > 0 ? (
        <div className={styles.nearest}>
          <p className={styles.quiet}>{t("bookingPages.nearest")}</p>
          {nearest.map((at) => (
            <p key={at}>
              <b>
                {day(at)}, {time(at)}
              </b>{" "}
              <HowSoon target={{ kind: "instant", at }} />
            </p>
          ))}
        </div>
      ) : null}
      {type && reasons.some(({ kind }) => OF_THE_PAGE.has(kind)) ? (
        <Button className={styles.add} onClick={() => onChange(type)}>
          {t("bookingPages.whyNotChange")}
        </Button>
      ) : null}
      {isOffered ? null : <p className={styles.secret}>{t("bookingPages.whyNotSecret")}</p>}
    </>
  );
}

/** In which of the asker's calendars what stands in the way is, and the way to it. */
function OwnEvent({
  eventId,
  title = "",
  calendar,
}: Extract<WhyNotRecord["reasons"][number], { title?: string }>) {
  const t = useMessages();
  if (calendar === undefined || eventId === undefined) return null;
  return (
    <>
      <small>{isolated(calendar)}</small>
      <Link
        href={`/event/${encodeURIComponent(eventId)}`}
        className={styles.event}
        aria-label={t("bookingPages.why.showEventNamed", { title: isolated(title) })}
      >
        {t("bookingPages.why.showEvent")}
      </Link>
    </>
  );
}

const SIGN = { size: 20, strokeWidth: 1.8, "aria-hidden": true } as const;

function Reasons({
  reasons,
  things,
  start,
  hosts,
}: Pick<WhyNotRecord, "reasons" | "things"> & Pick<AnsweredProps, "start" | "hosts">) {
  const words = useReasonWords(start, hosts);
  return (
    <ol className={styles.reasons}>
      {reasons.map((reason, index) => (
        <li key={index}>
          {words(reason)}
          {reason.kind === "filling" ? null : <OwnEvent {...reason} />}
          {reason.kind === "noRoom" ? <ThingReasons things={things} start={start} /> : null}
        </li>
      ))}
    </ol>
  );
}
