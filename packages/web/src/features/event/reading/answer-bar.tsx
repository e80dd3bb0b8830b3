import { CalendarClock, Link2 } from "lucide-react";
import { useId, useState, type FormEvent } from "react";
import { useAtNow } from "../../../i18n/clock.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { isTask } from "../../../store/items/entries.ts";
import type { Answering } from "../../../store/items/answering.ts";
import { arrangerOf } from "../../../store/items/event-facts.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { AnswerSign } from "../../../ui/answer-sign.tsx";
import { Button } from "../../../ui/button.tsx";
import { SegmentedControl } from "../../../ui/fields/segmented-control.tsx";
import type { ItemActions } from "../actions/use-item-actions.ts";
import { copyEventLink } from "../actions/event-link.ts";
import styles from "./answer-bar.module.css";

interface AnswerBarProps {
  readonly occurrence: ShownOccurrence;
  readonly answering: Answering;
  readonly itemActions: ItemActions;
}

const ANSWERS = [
  ["accepted", "guests.answerYes"],
  ["tentative", "guests.answerMaybe"],
  ["declined", "guests.answerNo"],
] as const;

const MOST_OF_A_NOTE = 1_000;
const isGiven = (answer: string): answer is "accepted" | "tentative" | "declined" =>
  answer === "accepted" || answer === "tentative" || answer === "declined";

/** Shows the answer to an invitation, with a note: the viewer's own, or that of the calendar's owner. */
export function AnswerBar({ occurrence, answering, itemActions }: AnswerBarProps) {
  const t = useMessages();
  const { guest, of, may } = answering;
  const label = useId();
  const [note, setNote] = useState(guest.note);
  const arranger = arrangerOf(occurrence.entry.event);
  const question = of === null ? t("guests.going") : t("guests.goingOf", { name: isolated(of) });
  if (!may)
    return (
      <div className={styles.answer}>
        <p className={styles.lead}>{t("guests.onlyOwner", { name: isolated(of ?? "") })}</p>
      </div>
    );
  const said = note.trim();
  const changed = said === guest.note ? {} : { note: said };
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (isGiven(guest.answer))
      itemActions.answer(occurrence, answering, { status: guest.answer, note: said });
  };
  return (
    <form className={styles.answer} onSubmit={send}>
      <div className={styles.lead}>
        <b id={label}>{question}</b>
        {arranger === null ? null : <small>{t("guests.answerGoesTo", { name: isolated(arranger) })}</small>}
      </div>
      <div className={styles.choice}>
        <SegmentedControl
          label={question}
          look="answer"
          value={guest.answer}
          segments={ANSWERS.map(([value, word]) => ({
            value,
            label: (
              <>
                <AnswerSign answer={value} />
                {t(word)}
              </>
            ),
          }))}
          onChange={(status) => {
            if (isGiven(status)) itemActions.answer(occurrence, answering, { status, ...changed });
          }}
        />
      </div>
      <div className={styles.note}>
        <input
          aria-label={t("guests.note")}
          placeholder={t("guests.note")}
          value={note}
          maxLength={MOST_OF_A_NOTE}
          autoComplete="off"
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {said !== guest.note && isGiven(guest.answer) ? (
          <Button type="submit">{t("guests.noteSend")}</Button>
        ) : null}
      </div>
      <div className={styles.more}>
        {arranger === null ? null : (
          <More occurrence={occurrence} answering={answering} itemActions={itemActions} />
        )}
        <Button look="quiet" onClick={() => void copyEventLink(occurrence, t)}>
          <Link2 size={15} strokeWidth={1.8} aria-hidden />
          {t("event.copyLink")}
        </Button>
      </div>
    </form>
  );
}

/** Shows what else a guest can do about an invitation that is still to come. */
function More({ occurrence, answering, itemActions }: AnswerBarProps) {
  const t = useMessages();
  const { event, end } = occurrence;
  const isOver = useAtNow((now) => end <= now);
  if (isOver || event.status === "cancelled" || isTask(event)) return null;
  return (
    <>
      <Button look="quiet" onClick={() => itemActions.respond({ kind: "propose", occurrence, answering })}>
        <CalendarClock size={15} strokeWidth={1.8} aria-hidden />
        {t("guests.propose")}
      </Button>
      {answering.guest.answer === "delegated" ? null : (
        <Button look="quiet" onClick={() => itemActions.respond({ kind: "delegate", occurrence, answering })}>
          {t("guests.delegate")}
        </Button>
      )}
    </>
  );
}
