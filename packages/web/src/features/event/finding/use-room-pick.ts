import { useState } from "react";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { Span } from "../../../store/items/span.ts";
import { useAccount } from "../../../store/session.ts";
import { isRoomFree, movedDraft } from "../availability/free-rows.ts";
import type { EventDraft } from "../draft/draft.ts";
import { roomOf, type DraftRoom } from "../draft/draft-rooms.ts";
import type { RoomOffer } from "../rooms/room-offers.ts";
import { useTriedRooms } from "../rooms/use-rooms.ts";
import type { SoughtRooms } from "./use-sought-rooms.ts";

/** Which of the wanted rooms is taken at the proposed time. */
export interface RoomPick {
  /** undefined: none is wanted; null: none is free then */
  readonly chosen: DraftRoom | null | undefined;
  /** with why it is not free, once the server has said so */
  readonly offers: ReadonlyMap<string, RoomOffer & { readonly isFree: boolean }>;
  readonly pick: (id: string) => void;
}

/** Returns the room for the proposed time: the one that was picked, or the draft's own, or the first that suits, if it is free then. */
export function useRoomPick(
  { offers, ids, rows }: SoughtRooms,
  proposal: Span,
  draft: EventDraft,
  uid: string | null,
): RoomPick {
  const viewer = useViewerZone();
  const accountId = useAccount()?.id;
  const [picked, pick] = useState(() => roomOf(draft.guests ?? [])?.bookableId ?? null);
  const moved = { ...draft, ...movedDraft(draft, proposal.start, viewer, proposal.end) };
  const wanted = offers.filter(({ bookable }) => ids.includes(bookable.id));
  const bookables = wanted.map(({ bookable }) => bookable);
  const { tried, isCurrent, isFailed } = useTriedRooms(
    accountId,
    bookables,
    { draft: moved, uid },
    ids.length > 0,
  );
  const all = wanted.map(({ bookable, isLargeEnough }) => {
    const row = rows.find(({ key }) => key === bookable.id);
    const answer = isCurrent && !isFailed ? tried.find((one) => one.bookableId === bookable.id) : undefined;
    const isFree = answer
      ? !answer.clashes.some(({ start }) => Date.parse(start) === proposal.start)
      : row !== undefined && isRoomFree(row, proposal);
    return { bookable, isLargeEnough, tried: answer, isFree };
  });
  const free = all.filter((one) => one.isFree);
  const found = free.find(({ bookable }) => bookable.id === picked) ?? free[0];
  const chosen = found ? { bookableId: found.bookable.id, name: found.bookable.name } : null;
  return {
    chosen: wanted.length === 0 ? undefined : chosen,
    offers: new Map(all.map((one) => [one.bookable.id, one])),
    pick,
  };
}
