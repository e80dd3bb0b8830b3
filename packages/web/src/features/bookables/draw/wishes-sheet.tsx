import { prepare } from "@snart/calendar/booking/prepare.ts";
import type { Reason } from "@snart/calendar/booking/reason.ts";
import type { BookableRecord, DrawRecord } from "@snart/calendar/jmap/booking.ts";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { enterWishes } from "../../../api/items/booking-api.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { type Time, likelyHousehold, mustAccept, timeOf } from "../model.ts";
import { Consent } from "../house-rules/consent.tsx";
import { useSaying } from "../presence/use-saying.ts";
import { ReasonList } from "../reason-list.tsx";
import { zoneOf, type Bookings } from "../use-bookings.ts";
import { useTimeWords } from "../use-time-words.ts";
import { WhoBooks } from "../waiting/who-books.tsx";
import { AddWish } from "./add-wish.tsx";
import { isSame, moved } from "./model.ts";
import { Seal } from "./seal.tsx";
import styles from "./draw.module.css";

export interface DrawSheetProps {
  readonly accountId: string;
  readonly bookings: Bookings;
  readonly known: NonNullable<Bookings["known"]>;
  readonly bookable: BookableRecord;
  readonly draw: DrawRecord;
  readonly onClose: () => void;
}

/** Why the rules would never let somebody have a wish; null: they say no to all. */
interface Refused {
  readonly at: number | null;
  readonly reasons: readonly Reason[];
}

const ownWishes = ({ own }: DrawRecord, partyId: string): readonly Time[] =>
  (own.find((one) => one.partyId === partyId)?.wishes ?? []).map(timeOf);

/** What a household wishes for in a draw, in order; saved as a whole. */
export function WishesSheet(props: DrawSheetProps & { readonly onSaved: () => Promise<void> }) {
  const { accountId, bookings, known, bookable, draw, onClose, onSaved } = props;
  const t = useMessages();
  const [partyId, setPartyId] = useState(() =>
    likelyHousehold(bookings.households, known.bookings, accountId),
  );
  const [wishes, setWishes] = useState(() => ownWishes(draw, partyId ?? accountId));
  const [hasAccepted, setAccepted] = useState(false);
  const [refused, setRefused] = useState<Refused>();
  const [isSending, setSending] = useState(false);
  const { tell, isAway } = useSaying(accountId, bookable, bookings);
  const houseRules = bookable.rules?.houseRules;
  const isAsked = wishes.length > 0 && mustAccept(bookable, partyId ?? accountId);
  const change = (next: readonly Time[]): void => {
    setWishes(next);
    setRefused(undefined);
  };
  const save = async (): Promise<void> => {
    if (isAway()) return;
    setSending(true);
    const consent = isAsked && houseRules ? { acceptedRules: houseRules.version } : {};
    const given = await enterWishes(accountId, { drawId: draw.id, partyId, wishes, ...consent });
    setSending(false);
    if (!given.ok) return tell(given.problem);
    if (!given.value.isEntered) return setRefused(given.value);
    addToast({ message: t("bookables.draw.saved", { count: wishes.length }) });
    await onSaved();
    onClose();
  };
  return (
    <Dialog
      title={t("bookables.draw.title")}
      isOpen
      onClose={onClose}
      width={560}
      footer={
        <Button
          look="primary"
          size={40}
          disabled={isSending || (isAsked && !hasAccepted)}
          onClick={() => void save()}
        >
          {t("bookables.draw.save")}
        </Button>
      }
    >
      <p className={styles.lead}>{t("bookables.draw.lead", { most: draw.mostWishes })}</p>
      <WhoBooks
        parties={{ households: bookings.households, others: [] }}
        partyId={partyId}
        onChange={(id) => {
          setPartyId(id);
          change(ownWishes(draw, id ?? accountId));
        }}
      />
      <WishList bookable={bookable} wishes={wishes} onChange={change} />
      {refused ? <Refusal {...props} refused={refused} start={wishes[refused.at ?? 0]?.start ?? 0} /> : null}
      {bookable.rules && wishes.length < draw.mostWishes ? (
        <AddWish
          prepared={prepare(bookable.rules)}
          draw={draw}
          onAdd={(time) => change(wishes.some((one) => isSame(one, time)) ? wishes : [...wishes, time])}
        />
      ) : null}
      {houseRules && isAsked ? (
        <Consent houseRules={houseRules} isGiven={hasAccepted} onChange={setAccepted} />
      ) : null}
      <Seal draw={draw} />
    </Dialog>
  );
}

interface RefusalProps extends Pick<DrawSheetProps, "bookable" | "bookings" | "known"> {
  readonly refused: Refused;
  /** of the wish, ms UTC */
  readonly start: number;
}

function Refusal({ bookable, bookings, known, refused, start }: RefusalProps) {
  const t = useMessages();
  return (
    <div role="alert" className={styles.refused}>
      <p>{t("bookables.draw.refused", { number: (refused.at ?? -1) + 1 })}</p>
      <ReasonList
        reasons={refused.reasons}
        bookable={bookable}
        start={start}
        isHousehold={bookings.households.length > 0}
        groups={known.groups}
      />
    </div>
  );
}

interface WishListProps {
  readonly bookable: BookableRecord;
  readonly wishes: readonly Time[];
  readonly onChange: (wishes: readonly Time[]) => void;
}

/** The wishes in order, each with buttons that move it; the focus goes along. */
function WishList({ bookable, wishes, onChange }: WishListProps) {
  const t = useMessages();
  const words = useTimeWords(zoneOf(bookable));
  const list = useRef<HTMLOListElement>(null);
  const focused = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (focused.current !== undefined)
      list.current?.querySelector<HTMLElement>(`[data-move="${focused.current}"]`)?.focus();
    focused.current = undefined;
  }, [wishes]);
  const move = (at: number, by: 1 | -1): void => {
    const [wish, last] = [wishes[at], wishes.length - 1];
    const to = at + by;
    // At an end its other button is the one that still does something.
    const next = to <= 0 ? 1 : to >= last ? -1 : by;
    focused.current = `${next} ${wish?.start ?? 0} ${wish?.end ?? 0}`;
    onChange(moved(wishes, at, by));
  };
  if (wishes.length === 0) return <p className={styles.quiet}>{t("bookables.draw.none")}</p>;
  return (
    <ol ref={list} className={styles.wishes} aria-label={t("bookables.draw.title")}>
      {wishes.map((wish, at) => {
        const when = words.begun(wish);
        const id = `${wish.start} ${wish.end}`;
        return (
          <li key={id}>
            <span>{when}</span>
            <IconButton
              label={t("bookables.draw.up", { when })}
              size={44}
              data-move={`-1 ${id}`}
              disabled={at === 0}
              onClick={() => move(at, -1)}
            >
              <ArrowUp size={18} strokeWidth={1.7} aria-hidden />
            </IconButton>
            <IconButton
              label={t("bookables.draw.down", { when })}
              size={44}
              data-move={`1 ${id}`}
              disabled={at === wishes.length - 1}
              onClick={() => move(at, 1)}
            >
              <ArrowDown size={18} strokeWidth={1.7} aria-hidden />
            </IconButton>
            <IconButton
              label={t("bookables.draw.remove", { when })}
              size={44}
              onClick={() => onChange(wishes.filter((one) => one !== wish))}
            >
              <X size={18} strokeWidth={1.7} aria-hidden />
            </IconButton>
          </li>
        );
      })}
    </ol>
  );
}
