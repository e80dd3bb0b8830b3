import { laterStarts } from "@snart/calendar/booking/no-show.ts";
import type { BookingRecord } from "@snart/calendar/jmap/booking.ts";
import { Check } from "lucide-react";
import { useState } from "react";
import type { SaidOfBooking } from "../../../api/items/booking-api.ts";
import { useNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { Button } from "../../../ui/button.tsx";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { timeOf } from "../model.ts";
import type { BookingActs } from "../use-booking-acts.ts";
import type { TimeWords } from "../use-time-words.ts";
import { CodePart } from "./code-part.tsx";
import { sayable } from "./presence.ts";
import styles from "./presence.module.css";

interface PresenceProps {
  readonly booking: BookingRecord;
  readonly acts: Pick<BookingActs, "say">;
  readonly words: TimeWords;
}

/** That one is here, comes later, is done or keeps it, where it can be said now; in the sheet of an own booking. */
export function PresencePart({ booking, acts, words }: PresenceProps) {
  const t = useMessages();
  const now = useNow();
  const [isSending, setSending] = useState(false);
  const can = sayable(booking, now);
  const say = async (said: SaidOfBooking): Promise<void> => {
    setSending(true);
    await acts.say(booking, said);
    setSending(false);
  };
  return (
    <div className={styles.part}>
      <Release booking={booking} words={words} />
      {can.confirmUntil === undefined ? null : (
        <>
          <p>
            <Sentence
              of="bookables.confirmBy"
              args={{
                when: words.moment(can.confirmUntil),
                distance: <HowSoon target={{ kind: "instant", at: can.confirmUntil }} />,
              }}
            />
          </p>
          <Button look="primary" size={40} disabled={isSending} onClick={() => void say({ kind: "confirm" })}>
            {t("bookables.confirm")}
          </Button>
        </>
      )}
      {can.checkIn ? (
        <Button look="primary" size={40} disabled={isSending} onClick={() => void say({ kind: "checkIn" })}>
          {t("bookables.here")}
        </Button>
      ) : null}
      {can.checkInByCode ? (
        <CodePart isOff={isSending} onSay={(code) => void say({ kind: "checkIn", code })} />
      ) : null}
      {booking.state === "inUse" ? (
        <p className={styles.here}>
          <Check size={18} strokeWidth={2} aria-hidden />
          {t("bookables.isHere")}
        </p>
      ) : null}
      {can.atDoor ? <p>{t("bookables.hereDoor")}</p> : null}
      {can.finish ? (
        <Button size={40} disabled={isSending} onClick={() => void say({ kind: "finish" })}>
          {t("bookables.finish", { until: words.time(timeOf(booking).end) })}
        </Button>
      ) : null}
      {can.comeLater ? (
        <Later booking={booking} words={words} isOff={isSending} onSay={(said) => void say(said)} />
      ) : null}
    </div>
  );
}

/** The same in the row of a thing: that one is here, or is done. */
export function RowPresence({ booking, acts, words }: PresenceProps) {
  const t = useMessages();
  const can = sayable(booking, useNow());
  if (can.checkIn)
    return (
      <Button look="primary" size={36} onClick={() => void acts.say(booking, { kind: "checkIn" })}>
        {t("bookables.here")}
      </Button>
    );
  if (can.confirmUntil !== undefined)
    return (
      <Button look="primary" size={36} onClick={() => void acts.say(booking, { kind: "confirm" })}>
        {t("bookables.confirm")}
      </Button>
    );
  if (booking.state !== "inUse" || !can.finish) return null;
  return (
    <Button size={36} onClick={() => void acts.say(booking, { kind: "finish" })}>
      {t("bookables.finish", { until: words.time(timeOf(booking).end) })}
    </Button>
  );
}

interface LaterProps extends Omit<PresenceProps, "acts"> {
  readonly isOff: boolean;
  readonly onSay: (said: SaidOfBooking) => void;
}

function Later({ booking, words, isOff, onSay }: LaterProps) {
  const t = useMessages();
  const now = useNow();
  const starts = laterStarts(timeOf(booking), now);
  const [chosen, setChosen] = useState<number>();
  const [isOpen, setOpen] = useState(false);
  const start = chosen !== undefined && starts.includes(chosen) ? chosen : starts[0];
  if (start === undefined) return null;
  if (!isOpen)
    return (
      <Button size={40} onClick={() => setOpen(true)}>
        {t("bookables.later")}
      </Button>
    );
  return (
    <div className={styles.later}>
      <Select
        label={t("bookables.laterWhen")}
        options={starts.map((at) => ({ value: String(at), label: words.time(at) }))}
        value={String(start)}
        onChange={(value) => setChosen(Number(value))}
      />
      <Button size={40} disabled={isOff} onClick={() => onSay({ kind: "comeLater", start })}>
        {t("bookables.laterSay", { time: words.time(start) })}
      </Button>
    </div>
  );
}

/** When the rest is released, while that is near. */
export function Release({ booking, words }: Omit<PresenceProps, "acts">) {
  const { releasedAt } = sayable(booking, useNow());
  if (releasedAt === undefined) return null;
  return (
    <span className={styles.release}>
      <Sentence
        of="bookables.releasedAt"
        args={{
          time: words.time(releasedAt),
          distance: <HowSoon target={{ kind: "instant", at: releasedAt }} />,
        }}
      />
    </span>
  );
}
