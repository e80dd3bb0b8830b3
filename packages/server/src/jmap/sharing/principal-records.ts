import { listPrincipals } from "../../app/accounts/find-principal.ts";
import { reach } from "../../app/calendars/list-calendars.ts";
import type { Principal } from "../../app/types.ts";
import { addressOf } from "../calendars/events/event-record.ts";
import type { MethodContext } from "../method.ts";
import type { JmapRecord } from "../standard/get.ts";
import { CALENDARS } from "../wire/capabilities.ts";
import { sessionOf, shortHash, type Account } from "../wire/session.ts";

/** A Principal (RFC 9670 §2) as far as the actor may know of it. */
export interface PrincipalRecord extends JmapRecord {
  readonly type: string;
  readonly name: string;
  readonly email: string | null;
  readonly timeZone: string | null;
  readonly accounts: Readonly<Record<string, Account>> | null;
}

export interface PrincipalRecords {
  readonly state: string;
  /** The actor first. */
  readonly records: readonly PrincipalRecord[];
}

const TYPES = { person: "individual", group: "group", bookable: "resource" } as const;

/** All principals, with a state that changes whenever one of them does. */
export async function readPrincipals({
  app,
  actor,
  reach: visible,
}: MethodContext): Promise<PrincipalRecords> {
  const shown = await visible();
  const { accounts } = sessionOf(app, actor, shown, "");
  const busy = new Set((await reach(app, actor)).map(({ principal }) => principal.id));
  const records = (await listPrincipals(app, actor)).map((principal) =>
    recordOf(principal, {
      isSelf: principal.id === actor.principalId,
      isBusySeen: busy.has(principal.id),
      account: accounts[principal.id],
    }),
  );
  return { state: shortHash(records), records };
}

interface Known {
  readonly isSelf: boolean;
  /** Every level of sharing shows at least when somebody is busy. */
  readonly isBusySeen: boolean;
  readonly account: Account | undefined;
}

function recordOf(principal: Principal, { isSelf, isBusySeen, account }: Known): PrincipalRecord {
  const { id, kind, displayName, email, preferences } = principal;
  const calendarAddress = addressOf(principal);
  const calendars = {
    accountId: account ? id : null,
    mayGetAvailability: isBusySeen,
    mayShareWith: !isSelf,
    ...(calendarAddress ? { calendarAddress } : {}),
  };
  return {
    id,
    type: TYPES[kind],
    name: displayName,
    description: null,
    email,
    timeZone: isBusySeen ? (preferences.timeZone ?? null) : null,
    capabilities: { [CALENDARS]: calendars },
    accounts: account ? { [id]: account } : null,
  };
}
