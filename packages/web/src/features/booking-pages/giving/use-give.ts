import type { BookingPageRecord, PageBookingRecord } from "@snart/calendar/jmap/booking-page.ts";
import { givePageBooking } from "../../../api/items/booking-page-api.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { addToast } from "../../../ui/overlays/toasts.ts";
import type { PageOwner, PossibleHost } from "../owner/use-page-owners.ts";
import type { OwnPages } from "../use-booking-pages.ts";

/** Who could receive a guest instead, where hosts take turns. */
export function othersFor(
  pages: readonly BookingPageRecord[],
  owner: PageOwner,
  { pageId, typeId, hostIds, state }: PageBookingRecord,
): readonly PossibleHost[] {
  const type = pages.find(({ id }) => id === pageId)?.types.find(({ id }) => id === typeId)?.type;
  if (type?.mode !== "rotate" || (state !== "confirmed" && state !== "requested")) return [];
  return owner.hosts.filter(
    ({ id, isSuspended }) =>
      !isSuspended && !hostIds.includes(id) && type.hosts.some((host) => host.id === id),
  );
}

/** Gives guests to other hosts, says to whom, and gives them back if that is undone. */
export function useGive(
  accountId: string,
  owner: PageOwner,
  { change }: OwnPages,
): (booking: PageBookingRecord, hostId: string | null) => Promise<void> {
  const t = useMessages();
  const give = async (booking: PageBookingRecord, hostId: string | null): Promise<void> => {
    let taker: string | undefined;
    const done = await change(async () => {
      const given = await givePageBooking(accountId, booking.id, hostId);
      if (given.ok) [taker] = given.value.hostIds;
      return given;
    });
    if (!done.ok) return;
    const host = owner.hosts.find(({ id }) => id === taker)?.name ?? "";
    const [former] = booking.hostIds;
    addToast({
      message: t("bookingPages.given", { host: isolated(host), name: isolated(booking.name) }),
      ...(former !== undefined && {
        action: {
          label: t("action.undo"),
          takesBack: true,
          run: () => void give({ ...booking, hostIds: taker === undefined ? [] : [taker] }, former),
        },
      }),
    });
  };
  return give;
}
