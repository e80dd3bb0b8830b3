import { hostRoles } from "@snart/calendar/booking-page/host-roles.ts";
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
  if (!type || (state !== "confirmed" && state !== "requested")) return [];
  const { pool } = hostRoles(type);
  return owner.hosts.filter(
    ({ id, isSuspended }) => !isSuspended && !hostIds.includes(id) && pool.some((host) => host.id === id),
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
    let hostIds: readonly string[] = [];
    const done = await change(async () => {
      const given = await givePageBooking(accountId, booking.id, hostId);
      if (given.ok) ({ hostIds } = given.value);
      return given;
    });
    if (!done.ok) return;
    const taker = hostIds.find((id) => !booking.hostIds.includes(id));
    const host = owner.hosts.find(({ id }) => id === taker)?.name ?? "";
    const former = booking.hostIds.find((id) => !hostIds.includes(id));
    addToast({
      message: t("bookingPages.given", { host: isolated(host), name: isolated(booking.name) }),
      ...(former !== undefined && {
        action: {
          label: t("action.undo"),
          takesBack: true,
          run: () => void give({ ...booking, hostIds }, former),
        },
      }),
    });
  };
  return give;
}
