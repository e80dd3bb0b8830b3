import type { AccountChange, Noun, Nouns, WriteTransaction } from "../port.ts";
import type { Modseq, PrincipalId } from "../records/ids.ts";
import type { AccountUsage } from "../records/people.ts";
import { accountLinks } from "./people/account-links.ts";
import { attachments } from "./files/attachments.ts";
import { attempts } from "./people/attempts.ts";
import { audit } from "./operation/audit.ts";
import { blobs } from "./files/blobs.ts";
import { bookables } from "./bookings/bookables.ts";
import { bookingRules } from "./bookings/booking-rules.ts";
import { bookings } from "./bookings/bookings.ts";
import { calendars, raiseContentModseq } from "./calendars/calendars.ts";
import { changes } from "./changes/changes.ts";
import { bookingRefusals } from "./bookings/refusals.ts";
import { rulesAcceptances } from "./bookings/rules-acceptances.ts";
import { claims } from "./bookings/claims.ts";
import { bookingHandovers } from "./bookings/handovers.ts";
import { bookingWaits } from "./bookings/waits.ts";
import { bookingLinks, bookingPages } from "./bookings/booking-pages.ts";
import { pageBookings } from "./bookings/page-bookings.ts";
import { polls, pollVoters } from "./bookings/polls.ts";
import { displays } from "./bookings/displays.ts";
import { draws } from "./bookings/draws.ts";
import { collectionPushes } from "./people/collection-pushes.ts";
import { homePushes } from "./people/home-pushes.ts";
import { credentials } from "./people/credentials.ts";
import { feeds } from "./feeds/feeds.ts";
import { publicLinks } from "./feeds/public-links.ts";
import { households, householdTags } from "./bookings/households.ts";
import { history } from "./changes/history.ts";
import { inbox } from "./messages/inbox.ts";
import { knownPlaces } from "./people/known-places.ts";
import { mail } from "./messages/mail.ts";
import { notifications } from "./messages/notifications.ts";
import { objects } from "./objects/objects.ts";
import { principals } from "./people/principals.ts";
import { provisioned, provisioningTokens } from "./people/provisioning.ts";
import { push } from "./people/push.ts";
import { queues } from "./operation/queues.ts";
import { reminders } from "./messages/reminders.ts";
import type { Scope } from "./scope.ts";
import { search } from "./objects/search.ts";
import { sessions } from "./people/sessions.ts";
import { signInSteps } from "./people/sign-in-steps.ts";
import { settings } from "./operation/settings.ts";
import { statement } from "./statement.ts";

/** Makes each noun for one transaction. */
const nouns: { readonly [N in keyof Nouns]: (scope: Scope) => Noun<N> } = {
  principals,
  credentials,
  sessions,
  provisioningTokens,
  provisioned,
  signInSteps,
  attempts,
  knownPlaces,
  accountLinks,
  calendars,
  objects,
  inbox,
  search,
  notifications,
  changes,
  blobs,
  attachments,
  push,
  collectionPushes,
  homePushes,
  mail,
  settings,
  queues,
  audit,
  feeds,
  publicLinks,
  history,
  reminders,
  bookables,
  bookingRules,
  bookings,
  bookingRefusals,
  rulesAcceptances,
  bookingHandovers,
  bookingWaits,
  bookingPages,
  bookingLinks,
  pageBookings,
  polls,
  pollVoters,
  displays,
  draws,
  claims,
  households,
  householdTags,
};

/** One transaction, whose nouns are made on first use: most transactions need few of them. */
class LazyTransaction {
  readonly #scope: Scope;
  readonly #made = new Map<string, unknown>();

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  static {
    for (const [name, make] of Object.entries<(scope: Scope) => unknown>(nouns))
      Object.defineProperty(this.prototype, name, {
        get(this: LazyTransaction) {
          return this.#made.getOrInsertComputed(name, () => make(this.#scope));
        },
      });
  }

  /**
   * See `WriteTransaction.lockAccount`. A transaction that locks several accounts takes them in id order, so that two
   * of them never wait for each other.
   * @throws if there is no such principal, or if a number that is too small has been used already
   */
  async lockAccount(accountId: PrincipalId, above: Modseq = 0): Promise<Modseq> {
    const known = this.#scope.locked.get(accountId);
    if (known !== undefined && known > above) return known;
    if (known !== undefined && this.#scope.touched.has(accountId))
      throw new Error(`account ${accountId} has been written with modseq ${known} already`);
    const modseq = Math.max(known ?? (await this.#nextModseq(accountId)), above + 1);
    this.#scope.locked.set(accountId, modseq);
    return modseq;
  }

  async #nextModseq(accountId: PrincipalId): Promise<Modseq> {
    const account = await this.#scope.row(selectForUpdate(this.#scope.dialect, { accountId }));
    if (account === undefined) throw new Error(`there is no account ${accountId} to lock`);
    this.#scope.forget();
    this.#scope.usage.set(accountId, {
      objects: account.object_count,
      bytes: account.object_bytes,
      formerBytes: account.former_bytes,
    });
    return account.modseq + 1;
  }

  /** See `WriteTransaction.usageOf`. */
  usageOf(accountId: PrincipalId): AccountUsage {
    const usage = this.#scope.usage.get(accountId);
    if (usage === undefined) throw new Error(`account ${accountId} is not locked`);
    return usage;
  }
}

/** One transaction as the use cases see it; readers get it under its narrower type. */
export const openTransaction = (scope: Scope): WriteTransaction =>
  new LazyTransaction(scope) as unknown as WriteTransaction;

const selectForUpdate = statement((q, p: { accountId: string }, dialect) =>
  dialect.forUpdate(
    q
      .selectFrom("principal")
      .select(["modseq", "object_count", "object_bytes", "former_bytes"])
      .where("id", "=", p.accountId),
  ),
);

const storeModseq = statement((q, p: { accountId: string; modseq: Modseq } & AccountUsage) =>
  q
    .updateTable("principal")
    .set({
      modseq: p.modseq,
      object_count: p.objects,
      object_bytes: p.bytes,
      former_bytes: p.formerBytes,
    })
    .where("id", "=", p.accountId),
);

/**
 * Stores the consequences of a transaction's writes: the modseqs of written accounts (an unused one goes to the next
 * transaction), and those of the calendars whose content changed.
 * @returns the changes for listeners after the commit
 */
export async function finishTransaction(scope: Scope): Promise<AccountChange[]> {
  for (const [id, modseq] of scope.touchedCalendars) {
    await scope.run(raiseContentModseq(scope.dialect, { id, modseq }));
  }
  const changed: AccountChange[] = [];
  for (const [accountId, types] of scope.touched) {
    const modseq = scope.locked.get(accountId) ?? 0;
    const { objects = 0, bytes = 0, formerBytes = 0 } = scope.usage.get(accountId) ?? {};
    await scope.run(storeModseq(scope.dialect, { accountId, modseq, objects, bytes, formerBytes }));
    changed.push({ accountId: accountId as PrincipalId, modseq, types: [...types] });
  }
  return changed;
}
