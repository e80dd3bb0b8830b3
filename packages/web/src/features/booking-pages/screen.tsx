import type { BookingPageRecord, PageEventTypeRecord } from "@snart/calendar/jmap/booking-page.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState } from "react";
import {
  answerPageBooking,
  cancelPageBooking,
  changeBookingPage,
  removeBookingLink,
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
import { LinkDialog } from "./link-dialog.tsx";
import { Links, type FreshLink } from "./links.tsx";
import { PageRow } from "./page-row.tsx";
import { TypeDialog } from "./type-dialog.tsx";
import { useBookingPages, type OwnPages } from "./use-booking-pages.ts";
import { WhyNotDialog } from "./why-not-dialog.tsx";
import styles from "./screen.module.css";

/** What is open above the screen. */
type Above =
  | { readonly kind: "type"; readonly page: BookingPageRecord; readonly type: PageEventTypeRecord }
  | { readonly kind: "whyNot"; readonly page: BookingPageRecord }
  | { readonly kind: "link" };

/** One's own booking pages, what guests have booked there, and links to them; without a page, a single button makes one that works. */
export function BookingPagesScreen({ accountId }: { readonly accountId: string }) {
  const t = useMessages();
  const own = useBookingPages(accountId);
  const [above, setAbove] = useState<Above>();
  const [fresh, setFresh] = useState<FreshLink>();
  const { known, problem, isBusy, change } = own;
  useDocumentTitle(t("bookingPages.title"));
  const start = async (): Promise<void> => {
    if ((await change(() => startBookingPage(accountId))).ok) addToast({ message: t("bookingPages.made") });
  };
  const hasPages = known !== undefined && known.pages.length > 0;
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
      <Pages accountId={accountId} own={own} onOpen={setAbove} />
      {hasPages ? <Coming accountId={accountId} own={own} /> : null}
      {hasPages ? (
        <Links
          pages={known.pages}
          links={known.links}
          fresh={fresh}
          isBusy={isBusy}
          onNew={() => setAbove({ kind: "link" })}
          onRemove={({ id }) => void change(() => removeBookingLink(accountId, id))}
        />
      ) : null}
      <AboveIt
        accountId={accountId}
        own={own}
        above={above}
        onFresh={setFresh}
        onClose={() => setAbove(undefined)}
      />
    </PlainPage>
  );
}

interface PartProps {
  readonly accountId: string;
  readonly own: OwnPages;
}

function Pages({ accountId, own, onOpen }: PartProps & { readonly onOpen: (above: Above) => void }) {
  const { known, isBusy, change } = own;
  return (
    <ul className={styles.list}>
      {known?.pages.map((page) => (
        <PageRow
          key={page.id}
          page={page}
          isBusy={isBusy}
          onState={(state) =>
            void change(() => changeBookingPage(accountId, page.id, { state, pausedUntil: null }))
          }
          onPublic={(isPublic) => void change(() => changeBookingPage(accountId, page.id, { isPublic }))}
          onType={(type) => onOpen({ kind: "type", page, type })}
          onWhyNot={() => onOpen({ kind: "whyNot", page })}
        />
      ))}
    </ul>
  );
}

function Coming({ accountId, own }: PartProps) {
  const t = useMessages();
  const { known, isBusy, change } = own;
  const coming = known?.bookings ?? [];
  return (
    <section aria-label={t("bookingPages.coming")}>
      <h2 className={styles.head}>{t("bookingPages.coming")}</h2>
      {coming.length === 0 ? <p className={styles.quiet}>{t("bookingPages.noneComing")}</p> : null}
      <ul className={styles.list}>
        {coming.map((booking) => (
          <BookingRow
            key={booking.id}
            booking={booking}
            isBusy={isBusy}
            onAnswer={(isAccepted) => void change(() => answerPageBooking(accountId, booking.id, isAccepted))}
            onCancel={() => void change(() => cancelPageBooking(accountId, booking.id))}
          />
        ))}
      </ul>
    </section>
  );
}

interface AboveProps extends PartProps {
  readonly above: Above | undefined;
  readonly onFresh: (link: FreshLink) => void;
  readonly onClose: () => void;
}

function AboveIt({ accountId, own, above, onFresh, onClose }: AboveProps) {
  const t = useMessages();
  const save = async (page: BookingPageRecord, type: PageEventTypeRecord): Promise<string | undefined> => {
    const types = page.types.map((each) => (each.id === type.id ? type : each));
    const done = await own.change(() => changeBookingPage(accountId, page.id, { types }));
    if (!done.ok) return t(problemKey(wordedCode(done.problem)));
    onClose();
    return undefined;
  };
  switch (above?.kind) {
    case "type":
      return <TypeDialog record={above.type} onSave={(type) => save(above.page, type)} onClose={onClose} />;
    case "whyNot":
      return <WhyNotDialog accountId={accountId} page={above.page} onClose={onClose} />;
    case "link":
      return (
        <LinkDialog
          accountId={accountId}
          pages={own.known?.pages ?? []}
          onMade={(link) => {
            onFresh(link);
            onClose();
            void own.load();
          }}
          onClose={onClose}
        />
      );
    case undefined:
      return null;
  }
}
