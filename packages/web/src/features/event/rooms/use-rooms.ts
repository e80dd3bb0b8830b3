import type { BookableRecord, TriedBookableRecord } from "@snart/calendar/jmap/booking.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { useEffect, useState } from "react";
import { fetchBookables, tryEvent } from "../../../api/items/booking-api.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { isWrongDraft, eventOfDraft, type EventDraft } from "../draft/draft.ts";

/** What rooms answer to a draft. */
export interface TriedRooms {
  /** the last known answers stay until new ones arrive */
  readonly tried: readonly TriedBookableRecord[];
  /** whether the answers are to the draft as it is */
  readonly isCurrent: boolean;
  readonly isFailed: boolean;
}

/** A draft changes with every key; the rooms are asked when it rests. */
const REST_MS = 250;

/** Returns the rooms of the server that one may book; empty until they are known. */
export function useBookableRooms(accountId: string | undefined): readonly BookableRecord[] {
  const [bookables, setBookables] = useState<readonly BookableRecord[]>([]);
  useEffect(() => {
    if (accountId === undefined) return;
    let isHere = true;
    // Without them the row stays away, as where there are none.
    void fetchBookables(accountId).then((given) => {
      if (isHere && given.ok)
        setBookables(given.value.filter(({ type, rules }) => type === "ROOM" && rules !== null));
    });
    return () => void (isHere = false);
  }, [accountId]);
  return bookables;
}

/** Asks rooms whether they are free for a draft. Asks only while `isOpen`. */
export function useTriedRooms(
  accountId: string | undefined,
  bookables: readonly Pick<BookableRecord, "id">[],
  { draft, uid }: { readonly draft: EventDraft; readonly uid: string | null },
  isOpen: boolean,
): TriedRooms {
  const zone = useViewerZone();
  const [answer, setAnswer] = useState<{
    of: string;
    list: readonly TriedBookableRecord[];
    isFailed: boolean;
  }>();
  const ids = bookables.map(({ id }) => id).join(" ");
  const asked = isOpen && ids !== "" && !isWrongDraft(draft) ? JSON.stringify(timesOf(draft, uid, zone)) : "";
  useEffect(() => {
    if (accountId === undefined || asked === "") return;
    let isHere = true;
    const soon = setTimeout(() => {
      void tryEvent(accountId, JSON.parse(asked) as JSEvent, ids.split(" ")).then((given) => {
        if (!isHere) return;
        setAnswer((last) =>
          given.ok
            ? { of: asked, list: given.value, isFailed: false }
            : { of: asked, list: last?.list ?? [], isFailed: true },
        );
      });
    }, REST_MS);
    return () => {
      isHere = false;
      clearTimeout(soon);
    };
  }, [accountId, asked, ids]);
  return {
    tried: answer?.list ?? [],
    isCurrent: answer?.of === asked,
    isFailed: answer?.isFailed === true,
  };
}

/** What a room has to know of a draft: when it takes place. */
function timesOf(draft: EventDraft, uid: string | null, zone: Parameters<typeof eventOfDraft>[2]): JSEvent {
  const bare = { ...draft, guests: [], roomDates: {}, description: "", title: "", signUp: null };
  return eventOfDraft(bare, uid ?? "draft", zone);
}
