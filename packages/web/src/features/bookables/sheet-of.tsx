import type { AskedTime, BookingSheetProps } from "./asked-time.ts";
import { BookingSheet } from "./booking-sheet.tsx";
import { useBookingActs } from "./use-booking-acts.ts";
import type { Bookings } from "./use-bookings.ts";
import { useWaitActs } from "./waiting/use-wait-acts.ts";

interface SheetOfProps {
  readonly accountId: string;
  readonly bookings: Bookings;
  readonly known: NonNullable<Bookings["known"]>;
  readonly asked: AskedTime;
  readonly onAsk: (asked: AskedTime | undefined) => void;
  /** beside the times instead of over them */
  readonly isDocked?: boolean;
  readonly free?: BookingSheetProps["free"];
  readonly onTime?: BookingSheetProps["onTime"];
}

/** The sheet of the time that was pressed; a no that comes to it takes its place. */
export function SheetOf({
  accountId,
  bookings,
  known,
  asked,
  onAsk,
  isDocked = false,
  free,
  onTime,
}: SheetOfProps) {
  const acts = useBookingActs(accountId, asked.bookable, bookings, (wish, refusal) =>
    onAsk({
      bookable: wish.bookable,
      start: wish.start,
      end: wish.end,
      partyId: wish.partyId,
      refusal,
      // What was written is kept for the ways out.
      ...(wish.meeting && { meeting: wish.meeting }),
    }),
  );
  const waitActs = useWaitActs(accountId, asked.bookable, bookings);
  return (
    <BookingSheet
      key={`${asked.bookable.id} ${asked.start} ${asked.upTo ?? 0} ${asked.refusal !== undefined}`}
      accountId={accountId}
      asked={asked}
      acts={acts}
      waitActs={waitActs}
      bookings={known.bookings}
      slots={known.boards.get(asked.bookable.id) ?? []}
      waits={known.waits}
      households={bookings.households}
      groups={known.groups}
      bookables={known.bookables}
      onChanged={bookings.reload}
      isDocked={isDocked}
      free={free}
      onTime={onTime}
      onClose={() => onAsk(undefined)}
    />
  );
}
