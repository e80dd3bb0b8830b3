import { useState } from "react";
import { isolated } from "../../../i18n/isolated.ts";
import { listOf } from "../../../i18n/list-of.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import type { EventFacts, Guest } from "../../../store/items/event-facts.ts";
import { Button } from "../../../ui/button.tsx";
import { Faces } from "../../../ui/faces/faces.tsx";
import { AnswerSign } from "../../../ui/answer-sign.tsx";
import styles from "./event-guests.module.css";

interface EventGuestsProps {
  readonly facts: EventFacts;
  /** the organizer's name, if that is somebody else */
  readonly arranger: string | null;
  /** the name of the person who sends the invitations in the organizer's place (SENT-BY, RFC 5545 §3.2.18) */
  readonly sender: string | null;
}

const MOST_NAMES = 8;
const FIRST_NAMES = 7;

const counts = [
  ["accepted", "guests.yes"],
  ["tentative", "guests.maybe"],
  ["declined", "guests.no"],
  ["needs-action", "guests.none"],
  ["delegated", "guests.passedOn"],
] as const;

const ORDER = counts.map(([answer]) => answer);
/** Ranks the organizer first, then the guests by answer, and the viewer last until they have answered. */
const rank = ({ answer, isMe, isOrganizer }: Guest): number =>
  isOrganizer ? -1 : isMe && answer === "needs-action" ? ORDER.length : ORDER.indexOf(answer);

/** Shows how many people come, and who, with their notes. */
export function EventGuests({ facts: { guests }, arranger, sender }: EventGuestsProps) {
  const t = useMessages();
  const [isWhole, setWhole] = useState(false);
  const said = counts
    .map(([answer, key]) => ({ key, count: guests.filter((guest) => guest.answer === answer).length }))
    .filter(({ count }) => count > 0)
    .map(({ key, count }) => t(key, { count }));
  const sorted = guests.toSorted((a, b) => rank(a) - rank(b));
  const isLong = sorted.length > MOST_NAMES && !isWhole;
  const shown = isLong ? sorted.slice(0, FIRST_NAMES) : sorted;
  return (
    <>
      <div className={styles.guests}>
        <span>
          <b>{t("event.guests", { count: guests.length })}</b> <small>{said.join(", ")}</small>
          {arranger === null || guests.some(({ isOrganizer }) => isOrganizer) ? null : (
            <small>{t("event.arrangedBy", { name: isolated(arranger) })}</small>
          )}
          {sender === null ? null : <small>{t("event.sentBy", { name: isolated(sender) })}</small>}
        </span>
      </div>
      <ul className={styles.names} aria-label={t("editor.guests")}>
        {shown.map((guest, index) => (
          <GuestName key={guest.id} guest={guest} index={index} />
        ))}
      </ul>
      {isLong ? (
        <Button look="quiet" onClick={() => setWhole(true)}>
          {t("guests.more", { count: sorted.length - FIRST_NAMES })}
        </Button>
      ) : null}
    </>
  );
}

const words = {
  accepted: "guests.answerYes",
  tentative: "guests.answerMaybe",
  declined: "guests.answerNo",
  "needs-action": "guests.unanswered",
  delegated: "guests.delegated",
} as const;

function GuestName({ guest, index }: { readonly guest: Guest; readonly index: number }) {
  const t = useMessages();
  const language = useLanguage();
  const { answer, delegates, isMe, isOrganizer } = guest;
  const said = t(words[answer], { name: listOf(delegates.map(isolated), language) });
  return (
    <li>
      <Faces of={[guest]} size={22} after={index} />
      <span className={styles.name}>
        <b>{guest.name}</b>{" "}
        {isMe || isOrganizer ? <small>{t(isMe ? "guests.you" : "guests.organizer")}</small> : null}
        {guest.note === "" ? null : <small className={styles.note}>{guest.note}</small>}
      </span>
      <small>{said}</small>
      {answer === "delegated" ? null : <AnswerSign answer={answer} />}
    </li>
  );
}
