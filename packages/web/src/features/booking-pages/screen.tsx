import type { BookingPageRecord, PageBookingRecord } from "@snart/calendar/jmap/booking-page.ts";
import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { useState, type ReactNode } from "react";
import { useLocation, useSearch } from "wouter";
import {
  answerPageBooking,
  cancelPageBooking,
  changeBookingPage,
  removeBookingLink,
  startBookingPage,
  startThingPage,
} from "../../api/items/booking-page-api.ts";
import type { RemoteCalendar } from "../../api/items/calendar-api.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { addToast } from "../../ui/overlays/toasts.ts";
import { PlainPage } from "../../ui/plain-page.tsx";
import { useDocumentTitle } from "../../ui/use-document-title.ts";
import { BookingRow } from "./booking-row.tsx";
import { othersFor, useGive } from "./giving/use-give.ts";
import { LinkDialog } from "./link-dialog.tsx";
import { Links, type FreshLink } from "./links.tsx";
import { answersOf } from "./model.ts";
import { LendThings } from "./owner/lend-things.tsx";
import { OwnerChoice } from "./owner/owner-choice.tsx";
import { useOwnCalendars } from "./owner/use-own-calendars.ts";
import { usePageOwners, type PageOwner } from "./owner/use-page-owners.ts";
import { PageDialog } from "./page-form/page-dialog.tsx";
import { useSavePage } from "./page-form/use-save-page.ts";
import { PageRow } from "./page-row.tsx";
import { TypeDialog } from "./editor/type-dialog.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { Standing } from "./page-state.tsx";
import { useBookingPages, type OwnPages } from "./use-booking-pages.ts";
import { useSaveType, useTypeActs, type AskedType } from "./use-type-acts.ts";
import { WhyNotDialog } from "./why-not-dialog.tsx";
import styles from "./screen.module.css";

/** What is open above the screen. */
type Above =
  | (AskedType & { readonly kind: "type" })
  | { readonly kind: "page" | "whyNot" | "remove"; readonly page: BookingPageRecord }
  | { readonly kind: "link" };

/** Booking pages of whoever is chosen, oneself at first; `?of=` in the address says whose. */
export function BookingPagesScreen({ accountId }: { readonly accountId: string }) {
  const owners = usePageOwners(accountId);
  const [, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get("of");
  const [self] = owners;
  const owner = owners.find(({ id }) => id === asked) ?? self;
  if (!owner) return null;
  const choice = (
    <OwnerChoice
      owners={owners}
      chosen={owner.id}
      onChange={(id) =>
        navigate(id === accountId ? "/booking-pages" : `/booking-pages?of=${encodeURIComponent(id)}`, {
          replace: true,
        })
      }
    />
  );
  return <PagesOf key={owner.id} readerId={accountId} owner={owner} choice={choice} />;
}

interface PagesOfProps {
  readonly readerId: string;
  readonly owner: PageOwner;
  readonly choice: ReactNode;
}

/** The booking pages of an account, what guests have booked there, and links to them; without a page, a single button makes one that works. */
function PagesOf({ readerId, owner, choice }: PagesOfProps) {
  const t = useMessages();
  const accountId = owner.id;
  const own = useBookingPages(accountId);
  const calendars = useOwnCalendars(accountId);
  const [above, setAbove] = useState<Above>();
  const [fresh, setFresh] = useState<FreshLink>();
  const { known, change } = own;
  const isBusy = own.isBusy || own.isOffline;
  useDocumentTitle(t("bookingPages.title"));
  const start = async (): Promise<void> => {
    if ((await change(() => startBookingPage(accountId))).ok)
      addToast({ message: t("bookingPages.made", { whose: owner.kind }) });
  };
  const lend = async ({ id, name }: BookableRecord): Promise<void> => {
    if ((await change(() => startThingPage(accountId, id))).ok)
      addToast({ message: t("bookingPages.madeOf", { name: isolated(name) }) });
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
      {choice}
      <LendThings owner={owner} isBusy={isBusy || !known} onLend={(thing) => void lend(thing)} />
      <Standing own={own} owner={owner} />
      <Pages accountId={accountId} own={own} calendars={calendars} onOpen={setAbove} />
      {hasPages ? <Coming accountId={accountId} own={own} owner={owner} /> : null}
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
        readerId={readerId}
        owner={owner}
        accountId={accountId}
        own={own}
        calendars={calendars}
        above={above}
        onOpen={setAbove}
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

interface PagesProps extends PartProps {
  readonly calendars: readonly RemoteCalendar[] | undefined;
  readonly onOpen: (above: Above) => void;
}

function Pages({ accountId, own, calendars, onOpen }: PagesProps) {
  const { known, change } = own;
  const isBusy = own.isBusy || own.isOffline;
  const acts = useTypeActs(accountId, own, (asked) => onOpen({ kind: "type", ...asked }));
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
          acts={acts}
          calendars={calendars}
          onEdit={() => onOpen({ kind: "page", page })}
          onRemove={() => onOpen({ kind: "remove", page })}
          onWhyNot={() => onOpen({ kind: "whyNot", page })}
        />
      ))}
    </ul>
  );
}

function Coming({ accountId, own, owner }: PartProps & { readonly owner: PageOwner }) {
  const t = useMessages();
  const language = useLanguage();
  const { known, change } = own;
  const isBusy = own.isBusy || own.isOffline;
  const give = useGive(accountId, owner, own);
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
            answers={answersOf(known?.pages ?? [], booking, language)}
            hosts={owner.kind === "self" ? [] : hostsOf(owner, booking)}
            others={othersFor(known?.pages ?? [], owner, booking)}
            isBusy={isBusy}
            onGive={(hostId) => void give(booking, hostId)}
            onAnswer={(isAccepted) => void change(() => answerPageBooking(accountId, booking.id, isAccepted))}
            onCancel={() => void change(() => cancelPageBooking(accountId, booking.id))}
          />
        ))}
      </ul>
    </section>
  );
}

/** The names of those who receive a guest; who has left the group since has none here. */
const hostsOf = ({ hosts }: PageOwner, { hostIds }: PageBookingRecord): readonly string[] =>
  hostIds.flatMap((id) => hosts.find((host) => host.id === id)?.name ?? []);

interface AboveProps extends PagesProps {
  readonly readerId: string;
  readonly owner: PageOwner;
  readonly above: Above | undefined;
  readonly onFresh: (link: FreshLink) => void;
  readonly onClose: () => void;
}

function AboveIt(props: AboveProps) {
  const { readerId, owner, accountId, own, calendars, above, onOpen, onFresh, onClose } = props;
  const save = useSaveType(accountId, own);
  const savePage = useSavePage(accountId, own);
  switch (above?.kind) {
    case "type":
      return (
        <TypeDialog
          accountId={readerId}
          owner={owner}
          calendars={calendars}
          page={above.page}
          record={above.type}
          onClose={onClose}
          onSave={async (type, told) => {
            const outcome = await save(above, type, told);
            if (!outcome.problem && outcome.meanwhile === undefined) onClose();
            return outcome;
          }}
        />
      );
    case "page":
      return (
        <PageDialog
          page={above.page}
          onClose={onClose}
          onSave={async (before, changes, told) => {
            const outcome = await savePage(above.page, before, changes, told);
            if (!outcome.problem && !outcome.meanwhile) onClose();
            return outcome;
          }}
        />
      );
    case "remove":
      return <RemoveDialog accountId={accountId} own={own} page={above.page} onClose={onClose} />;
    case "whyNot":
      return (
        <WhyNotDialog
          accountId={accountId}
          page={above.page}
          hosts={owner.hosts}
          onChange={(type) => onOpen({ kind: "type", page: above.page, type })}
          onClose={onClose}
        />
      );
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
