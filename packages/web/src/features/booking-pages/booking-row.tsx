import type { PageBookingRecord } from "@snart/calendar/jmap/booking-page.ts";
import { isolated } from "../../i18n/isolated.ts";
import { listOf } from "../../i18n/list-of.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { Button } from "../../ui/button.tsx";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { GiveMenu } from "./giving/give-menu.tsx";
import type { PossibleHost } from "./owner/use-page-owners.ts";
import type { Answered } from "./model.ts";
import styles from "./screen.module.css";

interface BookingRowProps {
  readonly booking: PageBookingRecord;
  readonly answers: readonly Answered[];
  /** names of those who receive the guest; none where that goes without saying */
  readonly hosts: readonly string[];
  /** who could receive the guest instead; none where hosts do not take turns */
  readonly others: readonly PossibleHost[];
  readonly isBusy: boolean;
  /** @param hostId null: whoever's turn it is */
  readonly onGive: (hostId: string | null) => void;
  readonly onAnswer: (isAccepted: boolean) => void;
  readonly onCancel: () => void;
}

/** What a guest has booked: how soon first, then when and who; a request has its answers beside it. */
export function BookingRow(props: BookingRowProps) {
  const { booking, answers, hosts, others, isBusy, onGive, onAnswer, onCancel } = props;
  const t = useMessages();
  const zone = useViewerZone();
  const language = useLanguage();
  const { dayAndYear, time } = useFormats(zone.id);
  const [start, end] = [Date.parse(booking.start), Date.parse(booking.end)];
  const name = isolated(booking.name);
  const { awaitedRoom } = booking;
  const state = awaitedRoom === null ? booking.state : "room";
  return (
    <li className={styles.booking}>
      <span className={styles.what}>
        <HowSoon target={{ kind: "instant", at: start }} />
        <span>
          {dayAndYear(start)}, {time(start)}–{time(end)}
        </span>
        <span>
          <b>{name}</b> {isolated(booking.mail)}
          {state === "confirmed" ? null : (
            <span className={styles.quiet}>
              {" "}
              · {t("bookingPages.bookingState", { state, room: isolated(awaitedRoom ?? "") })}
            </span>
          )}
        </span>
        {hosts.length === 0 ? null : (
          <span className={styles.quiet}>
            {t("bookingPages.with", { hosts: listOf(hosts.map(isolated), language) })}
          </span>
        )}
        {booking.place === "" ? null : <span className={styles.quiet}>{isolated(booking.place)}</span>}
        {answers.map(({ label, answer }, index) => (
          <span key={index} className={styles.quiet}>
            {answer === true
              ? t("bookingPages.ticked", { question: isolated(label) })
              : t("bookingPages.answered", { question: isolated(label), answer: isolated(answer) })}
          </span>
        ))}
      </span>
      <span className={styles.ways}>
        {others.length === 0 ? null : (
          <GiveMenu name={name} others={others} isBusy={isBusy} onGive={onGive} />
        )}
        {state === "requested" || state === "room" ? (
          <>
            {state === "room" ? null : (
              <Button
                look="primary"
                disabled={isBusy}
                aria-label={t("bookingPages.acceptNamed", { name })}
                onClick={() => onAnswer(true)}
              >
                {t("bookingPages.accept")}
              </Button>
            )}
            <Button
              disabled={isBusy}
              aria-label={t("bookingPages.declineNamed", { name })}
              onClick={() => onAnswer(false)}
            >
              {t("bookingPages.decline")}
            </Button>
          </>
        ) : (
          <Button disabled={isBusy} aria-label={t("bookingPages.cancelNamed", { name })} onClick={onCancel}>
            {t("bookingPages.cancel")}
          </Button>
        )}
      </span>
    </li>
  );
}
