import { addressesOf } from "@snart/calendar/free-busy/busy-type.ts";
import type { Addresses } from "@snart/calendar/free-busy/busy-type.ts";
import type { Principal } from "../storage/records.ts";

/** The addresses by which a principal takes part in events (CALDAV:calendar-user-address-set), to compare with. */
export const calendarAddresses = ({ id, email }: Pick<Principal, "id" | "email">): Addresses =>
  addressesOf([`urn:uuid:${id}`, ...(email === null ? [] : [email])]);
