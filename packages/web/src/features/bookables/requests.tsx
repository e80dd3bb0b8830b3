import type { BookableRecord, BookingRequestRecord } from "@snart/calendar/jmap/booking.ts";
import { useCallback, useEffect, useState } from "react";
import { answerRequest, fetchRequests } from "../../api/items/booking-api.ts";
import { wordedCode } from "../../api/problem.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { Button } from "../../ui/button.tsx";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { addToast } from "../../ui/overlays/toasts.ts";
import { zoneOf, type Bookings } from "./use-bookings.ts";
import { useTimeWords } from "./use-time-words.ts";
import styles from "./act-list.module.css";

interface RequestsProps {
  readonly accountId: string;
  readonly known: NonNullable<Bookings["known"]>;
  readonly onAnswered: () => Promise<void>;
}

/** What waits for the answer of a manager, each with a yes and a no; a no can say why. */
export function Requests({ accountId, known, onAnswered }: RequestsProps) {
  const t = useMessages();
  const [waiting, setWaiting] = useState<readonly BookingRequestRecord[]>([]);
  const load = useCallback(async () => {
    const given = await fetchRequests(accountId);
    // What is shown stays while the server is away, which the page says.
    if (given.ok) setWaiting(given.value);
  }, [accountId]);
  // Each time that the page has looked anew, as others ask meanwhile.
  useEffect(() => {
    const soon = setTimeout(() => void load());
    return () => clearTimeout(soon);
  }, [load, known.at]);
  const answer = async (
    request: BookingRequestRecord,
    isGranted: boolean,
    comment: string,
  ): Promise<void> => {
    const done = await answerRequest(accountId, request.bookingId, isGranted, comment);
    await Promise.all([load(), onAnswered()]);
    const name = isolated(request.partyName ?? "");
    if (done.ok) addToast({ message: t("bookables.answered", { answer: isGranted ? "yes" : "no", name }) });
    else addToast({ message: t(problemKey(wordedCode(done.problem))), sticky: true });
  };
  if (waiting.length === 0) return null;
  return (
    <section aria-label={t("bookables.waiting")} className={styles.list}>
      <h2>{t("bookables.waiting")}</h2>
      <ul>
        {waiting.map((request) => {
          const bookable = known.bookables.find(({ id }) => id === request.bookableId);
          return bookable ? (
            <Request
              key={request.bookingId}
              request={request}
              bookable={bookable}
              onAnswer={(isGranted, comment) => answer(request, isGranted, comment)}
            />
          ) : null;
        })}
      </ul>
    </section>
  );
}

interface RequestProps {
  readonly request: BookingRequestRecord;
  readonly bookable: BookableRecord;
  readonly onAnswer: (isGranted: boolean, comment: string) => Promise<void>;
}

function Request({ request, bookable, onAnswer }: RequestProps) {
  const t = useMessages();
  const words = useTimeWords(zoneOf(bookable));
  const [isRefusing, setRefusing] = useState(false);
  const [comment, setComment] = useState("");
  const [isSent, setSent] = useState(false);
  const time = { start: Date.parse(request.start), end: Date.parse(request.end) };
  const who = isolated(request.partyName ?? "");
  const send = (isGranted: boolean): void => {
    setSent(true);
    void onAnswer(isGranted, comment.trim()).finally(() => setSent(false));
  };
  return (
    <li>
      <span className={styles.what}>
        <b>{who}</b>
        <span>
          {isolated(bookable.name)}, {words.when(time)}{" "}
          <HowSoon target={{ kind: "instant", at: time.start }} />
        </span>
      </span>
      {isRefusing ? (
        <TextField
          label={t("bookables.whyRefused")}
          value={comment}
          maxLength={1000}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
      ) : null}
      <span className={styles.answers}>
        {isRefusing ? (
          <Button onClick={() => setRefusing(false)}>{t("editor.cancel")}</Button>
        ) : (
          <Button
            look="primary"
            disabled={isSent}
            aria-label={t("bookables.grantFor", { name: who })}
            onClick={() => send(true)}
          >
            {t("bookables.grant")}
          </Button>
        )}
        <Button
          disabled={isSent}
          aria-label={t("bookables.refuseFor", { name: who })}
          onClick={() => (isRefusing ? send(false) : setRefusing(true))}
        >
          {t("bookables.refuse")}
        </Button>
      </span>
    </li>
  );
}
