import { useState } from "react";
import { isolated } from "../../../i18n/isolated.ts";
import { listOf } from "../../../i18n/list-of.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import type { EventFacts, Guest } from "../../../store/items/event-facts.ts";
import { Button } from "../../../ui/button.tsx";
import { Faces } from "../../../ui/faces.tsx";
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
          {t("event.guests", { count: guests.length })}
          <small>{said.join(", ")}</small>
          {arranger === null ? null : <small>{t("event.arrangedBy", { name: isolated(arranger) })}</small>}
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

/** A tick, a wave and a dash, on a grid of 12 px. */
const signs: Readonly<Record<Exclude<Guest["answer"], "needs-action" | "delegated">, string>> = {
  accepted: "M2.5 6.5 5 9l4.5-5.5",
  tentative: "M2 7C3 4.6 4.6 4.6 6 6s3 1.4 4-1",
  declined: "M3 6h6",
};

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
  const sign = answer === "needs-action" || answer === "delegated" ? null : signs[answer];
  const said = t(words[answer], { name: listOf(delegates.map(isolated), language) });
  return (
    <li>
      <Faces of={[guest]} size={22} after={index} />
      <span className={styles.name}>
        {guest.name}
        {guest.note === "" ? null : <small className={styles.note}>{guest.note}</small>}
      </span>
      <small>{isMe ? t("guests.you") : isOrganizer ? t("guests.organizer") : null}</small>
      {sign ? (
        <>
          <small>{said}</small>
          <span className={styles.sign} data-answer={answer} aria-hidden>
            <svg width="12" height="12" viewBox="0 0 12 12">
              <path d={sign} />
            </svg>
          </span>
        </>
      ) : (
        <small>{said}</small>
      )}
    </li>
  );
}
