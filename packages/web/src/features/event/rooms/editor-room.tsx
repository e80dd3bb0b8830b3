import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { ChevronDown, DoorOpen } from "lucide-react";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useAccount } from "../../../store/session.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { movedDraft } from "../availability/free-rows.ts";
import { isWrongDraft, type EventDraft } from "../draft/draft.ts";
import { isBookable, roomOf, withRoom, type DraftRoom } from "../draft/draft-rooms.ts";
import { EditorRow, rowIcon } from "../parts/editor-row.tsx";
import { RoomClashes } from "./room-clashes.tsx";
import { RoomList } from "./room-list.tsx";
import { datesFor, roomOffers, type RoomOffer } from "./room-offers.ts";
import { RoomState } from "./room-state.tsx";
import { useTriedRooms } from "./use-rooms.ts";
import styles from "./rooms.module.css";

interface EditorRoomProps {
  readonly draft: EventDraft;
  /** the rooms that one may book; empty until they are known */
  readonly bookables: readonly BookableRecord[];
  /** the UID of the event that is being changed; null for a new one */
  readonly uid: string | null;
  /** the event as it is; absent: it is new */
  readonly series?: JSEvent | undefined;
  readonly onChange: (part: Partial<EventDraft>) => void;
}

/**
 * Shows the room of an event: those that are free for its time and all its dates first, and for each date on which the chosen one is taken
 * another room. Where nothing can be booked there is no such line.
 */
export function EditorRoom({ draft, bookables, uid, series, onChange }: EditorRoomProps) {
  const t = useMessages();
  const account = useAccount();
  const viewer = useViewerZone();
  const guests = draft.guests ?? [];
  const room = roomOf(guests);
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const { tried, isCurrent, isFailed } = useTriedRooms(
    account?.id,
    bookables,
    { draft, uid },
    isOpen || room !== null,
  );
  const people = guests.filter((guest) => !isBookable(guest)).length + 1;
  const offers = roomOffers(bookables, tried, people, settledDates(series));
  const chosen = offers.find(({ bookable }) => bookable.id === room?.bookableId);
  const wanted = chosen && isCurrent ? datesFor(chosen, offers, draft.roomDates ?? {}) : undefined;
  const settleDates = useEffectEvent(() => {
    if (wanted) onChange({ roomDates: wanted });
  });
  const stale = wanted && JSON.stringify(wanted) !== JSON.stringify(draft.roomDates ?? {});
  // A date that clashes gets the next best room at once, which can be changed; one that does not any more gets the usual one.
  useEffect(() => {
    if (stale) settleDates();
  }, [stale]);
  const choose = (next: DraftRoom | null): void =>
    onChange({ guests: withRoom(guests, next), roomDates: {} });
  if (bookables.length === 0) return null;
  return (
    <EditorRow icon={<DoorOpen {...rowIcon} />}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{room ? isolated(room.name) : t("editor.roomAdd")}</span>
        {chosen ? <RoomState offer={chosen} /> : null}
        <ChevronDown size={15} strokeWidth={1.7} aria-hidden />
      </button>
      {isOpen ? (
        <RoomList
          id={listId}
          offers={offers}
          chosen={chosen}
          hasRoom={room !== null}
          isAsking={!isCurrent && !isWrongDraft(draft)}
          onChoose={(offer) => choose(offer && roomIn(offer))}
          onMove={(offer, { start, end }) => {
            const times = movedDraft(draft, start, viewer, end);
            onChange({ ...times, guests: withRoom(guests, roomIn(offer)), roomDates: {} });
          }}
        />
      ) : null}
      {isFailed ? <output className={styles.failed}>{t("editor.roomsFailed")}</output> : null}
      {chosen?.tried && draft.roomDates ? (
        <RoomClashes
          offer={chosen}
          offers={offers}
          dates={draft.roomDates}
          zone={ianaZone(draft.timeZone) ?? viewer}
          onChange={(roomDates) => onChange({ roomDates })}
        />
      ) : null}
    </EditorRow>
  );
}

const roomIn = ({ bookable: { id: bookableId, name } }: RoomOffer): DraftRoom => ({ bookableId, name });

/** The dates that a series has at another time already, or not at all. */
const settledDates = (series: JSEvent | undefined): ReadonlySet<string> =>
  new Set(
    Object.entries(series?.recurrenceOverrides ?? {})
      .filter(([, patch]) => "start" in patch || patch["excluded"] === true)
      .map(([start]) => start),
  );
