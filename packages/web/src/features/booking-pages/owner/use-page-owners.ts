import type { EventType } from "@snart/calendar/booking-page/event-type.ts";
import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { useEffect, useState } from "react";
import { fetchBookables } from "../../../api/items/booking-api.ts";
import { fetchOwnGroups } from "../../../api/items/booking-page-api.ts";
import { useAccount } from "../../../store/session.ts";

/** Somebody who can receive guests at a page. */
export interface PossibleHost {
  readonly id: string;
  readonly name: string;
  /** Nobody can book with them meanwhile. */
  readonly isSuspended: boolean;
}

/** Whose pages one may change: one's own, and those of groups that one manages. */
export interface PageOwner {
  readonly id: string;
  readonly name: string;
  readonly kind: "self" | "group";
  readonly hosts: readonly PossibleHost[];
  /** what a group manages and can lend to guests */
  readonly things: readonly BookableRecord[];
}

/** Whether an event type is of things of a group, which nobody receives guests with. */
export const isOfThings = ({ kind, id }: PageOwner, { hosts }: Pick<EventType, "hosts">): boolean =>
  kind === "group" && hosts.some((host) => host.id === id);

const isLendable = ({ rules }: BookableRecord): boolean => rules !== null;

/** Those whose pages somebody may change, themselves first; groups come when they have been fetched. */
export function usePageOwners(accountId: string): readonly PageOwner[] {
  const name = useAccount()?.displayName ?? "";
  const [groups, setGroups] = useState<readonly PageOwner[]>([]);
  useEffect(() => {
    let isOpen = true;
    const soon = setTimeout(async () => {
      const [given, bookables] = await Promise.all([fetchOwnGroups(accountId), fetchBookables(accountId)]);
      // One's own pages are there without them.
      if (!isOpen || !given.ok) return;
      const things = bookables.ok ? bookables.value.filter(isLendable) : [];
      setGroups(
        given.value
          .filter(
            ({ status, householdLabel, members }) =>
              status === "active" && householdLabel === null && members[accountId]?.isManager,
          )
          .map(({ id, name: groupName, members }) => ({
            id,
            name: groupName,
            kind: "group" as const,
            things: things.filter(({ managersId }) => managersId === id),
            hosts: Object.entries(members).map(([memberId, member]) => ({ id: memberId, ...member })),
          })),
      );
    });
    return () => {
      isOpen = false;
      clearTimeout(soon);
    };
  }, [accountId]);
  const self: PageOwner = {
    id: accountId,
    name,
    kind: "self",
    things: [],
    hosts: [{ id: accountId, name, isSuspended: false }],
  };
  return [self, ...groups];
}
