import type { BookableRecord, FreeTimesRecord, TimeIntervalRecord } from "@snart/calendar/jmap/booking.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import type { Stretch } from "@snart/calendar/free-busy/merge-busy-periods.ts";
import { MINUTE } from "@snart/calendar/time/instant.ts";
import { ianaZone, type Zone } from "@snart/calendar/time/zone.ts";
import { useEffect, useState } from "react";
import { fetchFreeTimes } from "../../../api/items/booking-api.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { Span } from "../../../store/items/span.ts";
import { useAccount } from "../../../store/session.ts";
import { busyWindow, type FreeRow } from "../availability/free-rows.ts";
import type { EventDraft } from "../draft/draft.ts";
import { isBookable, roomOf } from "../draft/draft-rooms.ts";
import { roomOffers, type RoomOffer } from "../rooms/room-offers.ts";
import { useBookableRooms } from "../rooms/use-rooms.ts";

/** The server answers for so many at once. */
export const MOST_ROOMS = 20;

/** The rooms of which one is wanted for an event. */
export interface SoughtRooms {
  /** all that there are, those that suit best first */
  readonly offers: readonly RoomOffer[];
  /** those of which any will do; empty: no room is wanted */
  readonly ids: readonly string[];
  readonly seek: (ids: readonly string[]) => void;
  /** their times; of what is not known nothing counts as free */
  readonly rows: readonly FreeRow[];
  readonly state: "known" | "asked" | "failed";
}

interface Told {
  readonly of: string;
  /** null: they could not be asked */
  readonly list: readonly FreeTimesRecord[] | null;
}

const REST_MS = 250;

/** Returns the rooms that are wanted, at first the draft's own, with when each could be had for so long. */
export function useSoughtRooms(
  draft: EventDraft,
  uid: string | null,
  span: Span,
  length: number,
): SoughtRooms {
  const viewer = useViewerZone();
  const accountId = useAccount()?.id;
  const bookables = useBookableRooms(accountId);
  const guests = draft.guests ?? [];
  const [wanted, setWanted] = useState<readonly string[]>(() => [roomOf(guests)?.bookableId ?? []].flat());
  const people = guests.filter((guest) => !isBookable(guest)).length + 1;
  const offers = roomOffers(bookables, [], people);
  const ids = wanted.filter((id) => bookables.some((one) => one.id === id));
  const { from, to } = busyWindow(span, viewer);
  const asked = JSON.stringify({
    start: formatUtcDateTime(from),
    end: formatUtcDateTime(to),
    minutes: Math.max(1, Math.round(length / MINUTE)),
    uid,
  });
  const key = ids.length === 0 ? "" : `${ids.toSorted().join(" ")} ${asked}`;
  const told = useTold(accountId, ids, asked, key);
  const current = told?.of === key ? told : undefined;
  const rows = offers
    .filter(({ bookable }) => ids.includes(bookable.id))
    .map(({ bookable }) => rowOf(bookable, current?.list ?? [], viewer));
  const state = key === "" || current?.list ? "known" : current ? "failed" : "asked";
  return { offers, ids, seek: setWanted, rows, state };
}

function useTold(
  accountId: string | undefined,
  ids: readonly string[],
  asked: string,
  key: string,
): Told | undefined {
  const [told, setTold] = useState<Told>();
  const all = ids.join(" ");
  useEffect(() => {
    if (accountId === undefined || key === "") return;
    let isHere = true;
    const soon = setTimeout(() => {
      void fetchFreeTimes(accountId, all.split(" "), JSON.parse(asked)).then((given) => {
        if (isHere) setTold({ of: key, list: given.ok ? given.value : null });
      });
    }, REST_MS);
    return () => {
      isHere = false;
      clearTimeout(soon);
    };
  }, [accountId, all, asked, key]);
  return told;
}

const stretchOf = ({ start, end }: TimeIntervalRecord): Stretch => ({
  from: Date.parse(start),
  to: Date.parse(end),
});

function rowOf({ id, name, rules }: BookableRecord, told: readonly FreeTimesRecord[], viewer: Zone): FreeRow {
  const known = told.find(({ bookableId }) => bookableId === id);
  const periods = (list: readonly TimeIntervalRecord[], type: "BUSY" | "BUSY-UNAVAILABLE") =>
    list.map((one) => ({ ...stretchOf(one), type }));
  return {
    key: id,
    name,
    part: "room",
    busy: known ? [...periods(known.closed, "BUSY-UNAVAILABLE"), ...periods(known.taken, "BUSY")] : null,
    absences: [],
    zone: ianaZone(rules?.timeZone ?? "") ?? viewer,
    starts: (known?.starts ?? []).map(stretchOf),
  };
}
