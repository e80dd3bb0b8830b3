import { startOfDay } from "@snart/calendar/time/local.ts";
import { Plus, Rows3 } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { useNow } from "../../i18n/clock.ts";
import { sortedByName } from "../../i18n/format.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Sentence } from "../../i18n/sentence.tsx";
import { machineZone } from "../../i18n/viewer-zone.ts";
import { useAccount } from "../../store/session.ts";
import { EmptyHorizon } from "../../ui/empty-horizon.tsx";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { useDocumentTitle } from "../../ui/use-document-title.ts";
import type { AskedTime } from "./asked-time.ts";
import { BookingsPage } from "./bookings-page.tsx";
import { HandoverList } from "./handovers/handover-list.tsx";
import { byOwner, rowsOf, type ThingRow as Row } from "./model.ts";
import { Requests } from "./requests.tsx";
import { roomsPath } from "./rooms/rooms-screen.tsx";
import { SheetOf } from "./sheet-of.tsx";
import { ThingRow } from "./thing-row.tsx";
import { useBookings, type Bookings } from "./use-bookings.ts";
import { WaitList } from "./waiting/wait-list.tsx";
import styles from "./overview.module.css";

/** Everything that can be booked: what one has first, each with its next free time. */
export function BookablesScreen() {
  const t = useMessages();
  const account = useAccount();
  const bookings = useBookings(account?.id ?? "", "all");
  const [asked, setAsked] = useState<AskedTime>();
  useDocumentTitle(t("bookables.title"));
  const { known } = bookings;
  if (!account) return null;
  return (
    <BookingsPage
      title={null}
      aside={
        known && known.bookables.length > 0 ? t("bookables.count", { count: known.bookables.length }) : null
      }
      actions={
        <>
          {known ? <RoomsLink known={known} /> : null}
          {known && known.bookables.length > 0 && account.isAdmin ? <MakeLink /> : null}
        </>
      }
      bookings={bookings}
    >
      {known?.bookables.length === 0 ? <Nothing isAdmin={account.isAdmin} /> : null}
      {known?.bookables.some(({ mayManage }) => mayManage) ? (
        <Requests accountId={account.id} known={known} onAnswered={bookings.reload} />
      ) : null}
      {known ? <HandoverList bookings={bookings} known={known} accountId={account.id} /> : null}
      {known ? <WaitList bookings={bookings} known={known} accountId={account.id} onAsk={setAsked} /> : null}
      {known ? <Things bookings={bookings} known={known} accountId={account.id} onAsk={setAsked} /> : null}
      {asked && known ? (
        <SheetOf accountId={account.id} bookings={bookings} known={known} asked={asked} onAsk={setAsked} />
      ) : null}
    </BookingsPage>
  );
}

function Nothing({ isAdmin }: { readonly isAdmin: boolean }) {
  const t = useMessages();
  return (
    <div className={styles.nothing}>
      <EmptyHorizon />
      <h2>{t("bookables.empty")}</h2>
      <p>{t("bookables.emptyBody")}</p>
      <p>{t(isAdmin ? "bookables.emptyAdmin" : "bookables.emptyPerson")}</p>
      {isAdmin ? (
        <Link href="/bookables/new" className={styles.makeFirst}>
          <Plus size={18} strokeWidth={2} aria-hidden />
          {t("bookables.makeFirst")}
        </Link>
      ) : null}
    </div>
  );
}

function MakeLink() {
  const t = useMessages();
  return (
    <Link href="/bookables/new" className={styles.make}>
      <Plus size={16} strokeWidth={2} aria-hidden />
      {t("bookables.make")}
    </Link>
  );
}

/** Where several things are booked by the hour, they are compared on one day. */
function RoomsLink({ known }: { readonly known: NonNullable<Bookings["known"]> }) {
  const t = useMessages();
  const now = useNow();
  if (known.bookables.filter(({ rules }) => rules?.mode === "free").length < 2) return null;
  return (
    <Link href={roomsPath(startOfDay(machineZone().toLocal(now)))} className={styles.make}>
      <Rows3 size={16} strokeWidth={1.8} aria-hidden />
      {t("bookables.rooms.title")}
    </Link>
  );
}

interface ThingsProps {
  readonly bookings: Bookings;
  readonly known: NonNullable<Bookings["known"]>;
  readonly accountId: string;
  readonly onAsk: (asked: AskedTime | undefined) => void;
}

function Things({ bookings, known, accountId, onAsk }: ThingsProps) {
  const t = useMessages();
  const now = useNow();
  const order = sortedByName(known.bookables, ({ name }) => name);
  const { yours, others } = rowsOf({ ...known, bookables: order }, now);
  const groups = byOwner(others, known.groups);
  const rowOf = (row: Row, isFirst: boolean) => (
    <ThingRow
      key={row.bookable.id}
      row={row}
      isFirst={isFirst}
      accountId={accountId}
      bookings={bookings}
      onAsk={onAsk}
    />
  );
  return (
    <>
      <Lead rows={yours} />
      {yours.length > 0 ? (
        <section aria-label={t("bookables.yours")} className={styles.group}>
          <Heads first={t("bookables.yours")} />
          <ul>{yours.map((row, at) => rowOf(row, at === 0))}</ul>
        </section>
      ) : null}
      {groups.map(({ name, rows }, group) => {
        const title = name === undefined || groups.length === 1 ? t("bookables.others") : isolated(name);
        return (
          <section key={name ?? ""} aria-label={title} className={styles.group}>
            <Heads first={title} />
            <ul>{rows.map((row, at) => rowOf(row, yours.length === 0 && group === 0 && at === 0))}</ul>
          </section>
        );
      })}
    </>
  );
}

/** When one's next two times are, as the first sentence of the page. */
function Lead({ rows }: { readonly rows: readonly Row[] }) {
  const now = useNow();
  const [next, then] = rows.flatMap(({ own, bookable: { name } }) => {
    const at = own ? Date.parse(own.start) : 0;
    return at > now ? [{ name: isolated(name), soon: <HowSoon target={{ kind: "instant", at }} /> }] : [];
  });
  if (!next) return null;
  return (
    <p className={styles.lead}>
      {then ? (
        <Sentence
          of="bookables.beginsThen"
          args={{ name: next.name, distance: next.soon, next: then.name, later: then.soon }}
        />
      ) : (
        <Sentence of="bookables.begins" args={{ name: next.name, distance: next.soon }} />
      )}
    </p>
  );
}

function Heads({ first }: { readonly first: string }) {
  const t = useMessages();
  return (
    <div className={styles.heads}>
      <h2>{first}</h2>
      <span aria-hidden>{t("bookables.yourTime")}</span>
      <span aria-hidden>{t("bookables.next")}</span>
    </div>
  );
}
