import { problemKey } from "@snart/locales/problem-codes.ts";
import {
  answerPageBooking,
  cancelPageBooking,
  changeBookingPage,
  startBookingPage,
} from "../../api/items/booking-page-api.ts";
import { wordedCode } from "../../api/problem.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { addToast } from "../../ui/overlays/toasts.ts";
import { PlainPage } from "../../ui/plain-page.tsx";
import { useDocumentTitle } from "../../ui/use-document-title.ts";
import { BookingRow } from "./booking-row.tsx";
import { PageRow } from "./page-row.tsx";
import { useBookingPages } from "./use-booking-pages.ts";
import styles from "./screen.module.css";

/** One's own booking pages, and what guests have booked there; without one, a single button makes one that works. */
export function BookingPagesScreen({ accountId }: { readonly accountId: string }) {
  const t = useMessages();
  const { known, problem, isBusy, change } = useBookingPages(accountId);
  useDocumentTitle(t("bookingPages.title"));
  const start = async (): Promise<void> => {
    if (await change(() => startBookingPage(accountId))) addToast({ message: t("bookingPages.made") });
  };
  const coming = known?.bookings ?? [];
  return (
    <PlainPage
      title={t("bookingPages.title")}
      intro={t("bookingPages.intro")}
      back={{ href: "/", label: t("settings.back") }}
      actions={
        <Button size={36} look="primary" disabled={isBusy || !known} onClick={() => void start()}>
          {t("bookingPages.start")}
        </Button>
      }
    >
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      {known === undefined && !problem ? <p className={styles.quiet}>{t("bookingPages.loading")}</p> : null}
      {known?.pages.length === 0 ? <p className={styles.quiet}>{t("bookingPages.none")}</p> : null}
      <ul className={styles.list}>
        {known?.pages.map((page) => (
          <PageRow
            key={page.id}
            page={page}
            isBusy={isBusy}
            onState={(state) =>
              void change(() => changeBookingPage(accountId, page.id, { state, pausedUntil: null }))
            }
          />
        ))}
      </ul>
      {known && known.pages.length > 0 ? (
        <section aria-label={t("bookingPages.coming")}>
          <h2 className={styles.head}>{t("bookingPages.coming")}</h2>
          {coming.length === 0 ? <p className={styles.quiet}>{t("bookingPages.noneComing")}</p> : null}
          <ul className={styles.list}>
            {coming.map((booking) => (
              <BookingRow
                key={booking.id}
                booking={booking}
                isBusy={isBusy}
                onAnswer={(isAccepted) =>
                  void change(() => answerPageBooking(accountId, booking.id, isAccepted))
                }
                onCancel={() => void change(() => cancelPageBooking(accountId, booking.id))}
              />
            ))}
          </ul>
        </section>
      ) : null}
    </PlainPage>
  );
}
