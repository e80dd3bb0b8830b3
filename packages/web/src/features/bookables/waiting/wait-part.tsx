import { mostOf, readSpan } from "@snart/calendar/booking/span.ts";
import type { BookableRecord, BookingWaitRecord } from "@snart/calendar/jmap/booking.ts";
import { useState } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { useLengthText } from "../../../i18n/use-length-text.ts";
import { Button } from "../../../ui/button.tsx";
import type { WaitActs } from "./use-wait-acts.ts";
import styles from "./waiting.module.css";

interface WaitPartProps {
  readonly bookable: BookableRecord;
  readonly isHousehold: boolean;
  /** one's own place in the line for this time */
  readonly wait: BookingWaitRecord | undefined;
  /** the place that one would have; undefined: there is no line to join */
  readonly place: number | undefined;
  readonly onJoin: () => Promise<boolean>;
  readonly onLeave: WaitActs["leave"];
}

/** The line for a time that others have: joining it with its terms, or where one stands in it. */
export function WaitPart({ bookable, isHousehold, wait, place, onJoin, onLeave }: WaitPartProps) {
  const t = useMessages();
  const [isSending, setSending] = useState(false);
  const whom = isHousehold ? "household" : "you";
  const send = (run: () => Promise<boolean>): void => {
    setSending(true);
    void run().finally(() => setSending(false));
  };
  if (wait)
    return (
      <section className={styles.part} aria-label={t("bookables.wait.list")}>
        <p className={styles.place}>{t("booking.wait.place", { whom, place: wait.place })}</p>
        <Button size={40} disabled={isSending} onClick={() => send(() => onLeave(wait))}>
          {t("bookables.wait.leave")}
        </Button>
      </section>
    );
  if (place === undefined) return null;
  return (
    <section className={styles.part} aria-label={t("bookables.wait.list")}>
      <Button
        look="primary"
        size={40}
        className={styles.join}
        disabled={isSending}
        onClick={() => send(onJoin)}
      >
        {t("bookables.wait.join", { whom })}
      </Button>
      <Terms bookable={bookable} whom={whom} place={place} />
    </section>
  );
}

/** "22" for "22:00", as on the board. */
const shortClock = (text: string): string => text.replace(":00", "");

interface TermsProps {
  readonly bookable: BookableRecord;
  readonly whom: "you" | "household";
  readonly place: number;
}

/** Which place one gets, how long an offer lasts, and when none comes. */
function Terms({ bookable, whom, place }: TermsProps) {
  const t = useMessages();
  const length = useLengthText();
  const { offerFor = "", quiet } = bookable.rules?.waitlist ?? {};
  const span = readSpan(offerFor);
  return (
    <p className={styles.terms}>
      {t("booking.wait.terms", {
        whom,
        place,
        length: span ? length(mostOf(span)) : "",
        quiet: quiet ? "some" : "none",
        from: shortClock(quiet?.from ?? ""),
        to: shortClock(quiet?.to ?? ""),
      })}
    </p>
  );
}
