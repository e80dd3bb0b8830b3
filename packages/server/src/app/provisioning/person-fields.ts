import type { Preferences } from "@snart/calendar/jmap/profile.ts";
import type { Provisioned } from "../../storage/records/people.ts";

/** What a directory says of a person. */
export interface PersonFields {
  readonly userName: string;
  readonly externalId: string | null;
  /** In lower case. */
  readonly email: string;
  readonly displayName: string;
  readonly isActive: boolean;
  /** What else it has said, which is given back. */
  readonly said: Readonly<Record<string, unknown>>;
  readonly chosen: Pick<Preferences, "language" | "timeZone">;
}

/** What is stored of it. */
export interface KeptPerson {
  readonly email: string;
  readonly displayName: string;
  readonly said: Readonly<Record<string, unknown>>;
  /** The directory has closed the account, and so may open it again. */
  readonly isClosedByIt: boolean;
  /** The directory has made the account closed: its person hears of it when it is opened. */
  readonly isUnopened: boolean;
}

/** What the directory has said of a person; an earlier version stored no `isUnopened`. */
export const keptPerson = ({ attributes }: Pick<Provisioned, "attributes">): KeptPerson => ({
  ...(attributes as unknown as KeptPerson),
  isUnopened: attributes["isUnopened"] === true,
});

/** As user names are compared: without regard to case (RFC 7643 §4.1.1). */
export const keyOfName = (name: string): string => name.normalize("NFC").toLowerCase();
