import type { AccountChange, WriteTransaction } from "../port.ts";
import type { Modseq, PrincipalId } from "../records/ids.ts";
import { accountLinks } from "./people/account-links.ts";
import { attachments } from "./files/attachments.ts";
import { audit } from "./operation/audit.ts";
import { blobs } from "./files/blobs.ts";
import { calendars, raiseContentModseq } from "./calendars/calendars.ts";
import { changes } from "./changes/changes.ts";
import { credentials } from "./people/credentials.ts";
import { feeds } from "./feeds/feeds.ts";
import { publicLinks } from "./feeds/public-links.ts";
import { history } from "./changes/history.ts";
import { inbox } from "./messages/inbox.ts";
import { mail } from "./messages/mail.ts";
import { notifications } from "./messages/notifications.ts";
import { objects } from "./objects/objects.ts";
import { principals } from "./people/principals.ts";
import { push } from "./people/push.ts";
import { queues } from "./operation/queues.ts";
import { reminders } from "./messages/reminders.ts";
import type { Scope } from "./scope.ts";
import { search } from "./objects/search.ts";
import { sessions } from "./people/sessions.ts";
import { settings } from "./operation/settings.ts";
import { statement } from "./statement.ts";

/** One transaction as the use cases see it; readers get it under its narrower type. */
export class Transaction implements WriteTransaction {
  readonly #scope: Scope;
  readonly #nouns = new Map<unknown, unknown>();

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  get principals() {
    return this.#noun(principals);
  }
  get credentials() {
    return this.#noun(credentials);
  }
  get sessions() {
    return this.#noun(sessions);
  }
  get accountLinks() {
    return this.#noun(accountLinks);
  }
  get calendars() {
    return this.#noun(calendars);
  }
  get objects() {
    return this.#noun(objects);
  }
  get inbox() {
    return this.#noun(inbox);
  }
  get search() {
    return this.#noun(search);
  }
  get notifications() {
    return this.#noun(notifications);
  }
  get changes() {
    return this.#noun(changes);
  }
  get blobs() {
    return this.#noun(blobs);
  }
  get attachments() {
    return this.#noun(attachments);
  }
  get push() {
    return this.#noun(push);
  }
  get mail() {
    return this.#noun(mail);
  }
  get settings() {
    return this.#noun(settings);
  }
  get queues() {
    return this.#noun(queues);
  }
  get audit() {
    return this.#noun(audit);
  }
  get feeds() {
    return this.#noun(feeds);
  }
  get history() {
    return this.#noun(history);
  }
  get reminders() {
    return this.#noun(reminders);
  }
  get publicLinks() {
    return this.#noun(publicLinks);
  }

  /**
   * See `WriteTransaction.lockAccount`. A transaction that locks several accounts takes them in id order, so that two
   * such cannot wait for each other.
   * @throws when there is no such principal, and when a number that is too small has been used already
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
    return account.modseq + 1;
  }

  #noun<T>(make: (scope: Scope) => T): T {
    const known = this.#nouns.get(make);
    if (known !== undefined) return known as T;
    const made = make(this.#scope);
    this.#nouns.set(make, made);
    return made;
  }
}

const selectForUpdate = statement((q, p: { accountId: string }, dialect) =>
  dialect.forUpdate(q.selectFrom("principal").select("modseq").where("id", "=", p.accountId)),
);

const storeModseq = statement((q, p: { accountId: string; modseq: Modseq }) =>
  q.updateTable("principal").set({ modseq: p.modseq }).where("id", "=", p.accountId),
);

/**
 * Stores what follows from a transaction's writes: the modseqs of accounts in which something was written (an unused one
 * is given again to the next), and those of the calendars whose content changed.
 * @returns what to tell listeners after the commit
 */
export async function settle(scope: Scope): Promise<AccountChange[]> {
  for (const [id, modseq] of scope.touchedCalendars) {
    await scope.run(raiseContentModseq(scope.dialect, { id, modseq }));
  }
  const changed: AccountChange[] = [];
  for (const [accountId, types] of scope.touched) {
    const modseq = scope.locked.get(accountId) ?? 0;
    await scope.run(storeModseq(scope.dialect, { accountId, modseq }));
    changed.push({ accountId: accountId as PrincipalId, modseq, types: [...types] });
  }
  return changed;
}
