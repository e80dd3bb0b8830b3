import { isolated } from "../../../i18n/isolated.ts";
import { listOf } from "../../../i18n/list-of.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import type { EventFacts, Guest } from "../../../store/items/event-facts.ts";
import { Faces } from "../../../ui/faces.tsx";
import styles from "./event-guests.module.css";

interface EventGuestsProps {
  readonly facts: EventFacts;
  /** who decides over it, by name, if that is somebody else */
  readonly arranger: string | null;
  /** with every name, as far as there is room */
  readonly isWhole: boolean;
}

const MOST_AVATARS = 5;
const MOST_NAMES = 12;

const counts = [
  ["accepted", "guests.yes"],
  ["tentative", "guests.maybe"],
  ["declined", "guests.no"],
  ["needs-action", "guests.none"],
  ["delegated", "guests.passedOn"],
] as const;

/** How many come and who. */
export function EventGuests({ facts: { guests }, arranger, isWhole }: EventGuestsProps) {
  const t = useMessages();
  const said = counts
    .map(([answer, key]) => ({ key, count: guests.filter((guest) => guest.answer === answer).length }))
    .filter(({ count }) => count > 0)
    .map(({ key, count }) => t(key, { count }));
  const summary = (
    <span title={guests.map((guest) => guest.name).join(", ")}>
      {t("event.guests", { count: guests.length })}
      <small>{said.join(", ")}</small>
      {arranger === null ? null : <small>{t("event.arrangedBy", { name: isolated(arranger) })}</small>}
    </span>
  );
  if (isWhole && guests.length <= MOST_NAMES) {
    return (
      <>
        <div className={styles.guests}>{summary}</div>
        <ul className={styles.names}>
          {guests.map((guest, index) => (
            <GuestName key={guest.id} guest={guest} index={index} />
          ))}
        </ul>
      </>
    );
  }
  return (
    <div className={styles.guests}>
      <Faces of={guests.slice(0, MOST_AVATARS)} />
      {summary}
    </div>
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
      <span className={styles.name}>{guest.name}</span>
      <small>{isMe ? t("guests.you") : isOrganizer ? t("guests.organizer") : null}</small>
      {sign ? (
        <span className={styles.sign} data-answer={answer} title={said}>
          <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden>
            <path d={sign} />
          </svg>
          <span className="visually-hidden">{said}</span>
        </span>
      ) : (
        <small>{said}</small>
      )}
    </li>
  );
}
