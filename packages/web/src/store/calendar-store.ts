import type { ActionFacts } from "./queue/undo-stack.ts";
import type { Result } from "@snart/calendar/result.ts";
import type { ApiProblem } from "../api/problem.ts";
import { visibilityChanges, type AccountState } from "./sync/account-state.ts";
import { AccountSync } from "./sync/account-sync.ts";
import type { ProfileChange } from "../api/account/account-api.ts";
import { profileChangeKey, type Change } from "./queue/change.ts";
import { ChangeQueue, type PerformOptions } from "./queue/change-queue.ts";
import { adoptFrame, frameOf, type Framed } from "./sync/copy-frame.ts";
import { CopyWriter } from "./sync/copy-writer.ts";
import { CatchUp } from "./sync/catch-up.ts";
import { EventBase } from "./sync/event-base.ts";
import { EventSync } from "./sync/event-sync.ts";
import { ChangeSender } from "./queue/change-sender.ts";
import type { Resolution } from "./queue/queue-entry.ts";
import type { CopyContents, LocalCopy } from "./copy/local-copy.ts";
import type { Observable } from "./sync/observable.ts";
import { SnapshotKeeper } from "./sync/snapshot-keeper.ts";
import type { CalendarSnapshot } from "./sync/snapshot.ts";
import type { StoreOptions } from "./store-options.ts";
import { TabLine } from "./tabs/tab-line.ts";
import type { TabMessage } from "./tabs/tab-messages.ts";

/**
 * The copy of one person's calendars in this page: shown at once from disk, and updated from the server. It follows
 * changes made elsewhere; it shows its own changes at once, stores them on disk and sends them in order. Of several
 * tabs one listens and sends for all.
 */
export class CalendarStore {
  readonly snapshot: Observable<CalendarSnapshot>;
  readonly #options: StoreOptions;
  readonly #accounts = new Map<string, AccountState>();
  readonly #base = new EventBase();
  readonly #keeper = new SnapshotKeeper();
  readonly #queue: ChangeQueue;
  readonly #sync: EventSync;
  readonly #accountSync: AccountSync;
  readonly #framed: Framed;
  readonly #sender: ChangeSender;
  readonly #catchUp = new CatchUp(async () => {
    await this.#reading;
    const isWhole = await this.#accountSync.catchUp();
    await this.#sender.send();
    return isWhole;
  });
  /** held back until the copy has been read */
  readonly #tabs: TabLine;
  #copy: LocalCopy | undefined;
  #writer: CopyWriter | undefined;
  #stopListening: (() => void) | undefined;
  #reading: Promise<void> | undefined;

  constructor(options: StoreOptions) {
    this.#options = options;
    const { remote, now, timeZone, tab = "" } = options;
    const [base, accounts] = [this.#base, this.#accounts];
    const heard = <T>(answer: Result<T, ApiProblem>) => this.#heard(answer);
    const onChange = () => this.#show({});
    const stateOf = (accountId: string) => accounts.get(accountId)?.eventState ?? "";
    this.snapshot = this.#keeper.snapshot;
    this.#tabs = new TabLine({
      join: options.joinTabs,
      onMessage: (message) => this.#told(message),
      onLead: (isLate) => void this.#lead(isLate),
    });
    const inUse = () => this.#queue.keysInUse;
    const onLost = (isLost: (change: Change) => boolean) => this.#queue.forget(isLost);
    this.#sync = new EventSync({ remote, base, accounts, timeZone, now, heard, onChange, onLost, inUse });
    this.#accountSync = new AccountSync({
      remote,
      base,
      accounts,
      heard,
      events: this.#sync,
      onLost,
      show: (change) => this.#show(change),
      onFailure: (problem) => this.#failedToStart(problem),
      onNotices: (changed) => options.onNotices?.(changed),
      onMissed: () => this.#catchUp.missed(),
      onOwnCalendars: () => options.onOwnCalendars?.(),
    });
    this.#framed = { accounts, base, sync: this.#sync, accountSync: this.#accountSync, timeZone };
    this.#queue = new ChangeQueue({
      now,
      tab,
      base,
      stateOf,
      eventOf: (key) => this.#keeper.item(key)?.event,
      onChange,
      keep: (write) => this.#copy?.writeChanges(write) ?? Promise.resolve(),
      onProfile: ({ patch }) => options.onSettingsSaved?.(patch),
      onCalendar: (change) => this.#accountSync.changedCalendar(change),
      tell: (message) => this.#tabs.tell({ about: "queue", message }),
      wake: () => void this.#sender.send(),
    });
    this.#sender = new ChangeSender({
      remote,
      queue: this.#queue,
      base,
      heard,
      maySend: () => this.#tabs.isLeader,
      stateOf,
      sync: (accountId) => this.#accountSync.syncById(accountId),
      atRest: (accountId) => this.#accountSync.atRest(accountId),
      onState: (accountId, oldState, newState) => {
        this.#accountSync.advance(accountId, oldState, newState);
        this.#writer?.touch();
      },
    });
  }

  /**
   * Shows the copy on disk, then fetches accounts and calendars and follows changes; `load` fetches the events of a
   * window.
   */
  async start(): Promise<void> {
    // Whoever leads at once waits for the reading, and messages that come before its end are held back.
    this.#reading ??= this.#readCopy();
    this.#tabs.open();
    await this.#reading;
    await this.#accountSync.load(false);
    await this.#sender.send();
  }

  /** Stops listening. Changes that are being sent are sent to the end. */
  stop(): void {
    this.#stopListening?.();
    this.#stopListening = undefined;
    const copy = this.#copy;
    this.#writer?.end();
    // When started again, it joins the group again and reads everything again.
    const leave = this.#tabs.close();
    [this.#copy, this.#writer, this.#reading] = [undefined, undefined, undefined];
    this.#catchUp.stop();
    void this.#sender.send().finally(() => {
      leave();
      copy?.close();
    });
  }

  /** Makes sure that the events of some days are here; `toDay` is exclusive, both are days since 1970-01-01. */
  async load(fromDay: number, toDay: number): Promise<void> {
    if (this.snapshot.get().phase !== "ready") return;
    await this.#sync.load(fromDay, toDay);
    this.#tabs.tell({ about: "days", from: fromDay, to: toDay });
  }

  /** Fetches the events of some days, and holds them until the returned function is called. */
  look(fromDay: number, toDay: number): () => void {
    void this.load(fromDay, toDay);
    return this.#sync.days.look(fromDay, toDay);
  }

  /** Makes sure that the tasks of every account are here. */
  loadTasks(): Promise<void> {
    return this.#sync.loadTasks();
  }

  /** Tries everything again that failed for want of the server. */
  async retry(): Promise<void> {
    await this.#accountSync.catchUp(true);
    await this.#sender.send();
  }

  /**
   * Applies an action of the user at once and sends it. `title` names it when it is undone, or `count` if it changes
   * several events. Returns the action's id.
   */
  perform(title: string, changes: readonly Change[], options?: PerformOptions): string {
    return this.#queue.perform(title, changes, options);
  }

  /** Describes what undoing an action means: the given action, or the last one without an id. */
  undoAbout(id?: string): ActionFacts {
    return this.#queue.undoAbout(id);
  }

  /** Describes what redoing the last undone action means. */
  redoAbout(): ActionFacts {
    return this.#queue.redoAbout();
  }

  /** Undoes an action, the last one unless an id is given; returns its title, or undefined if there is none. */
  undo(id?: string): string | undefined {
    return this.#queue.undo(id);
  }

  /** Redoes the last undone action; returns its title, or undefined if there is none. */
  redo(): string | undefined {
    return this.#queue.redo();
  }

  /** Settles a conflict of the snapshot by its id: `keepMine` or `keepTheirs` of resolve-conflict.ts, which comes with the question. */
  resolve(id: string, how: Resolution): void {
    this.#queue.resolve(id, how);
  }

  /** Sends a refused change of an event again. */
  retryEvent(key: string): void {
    this.#queue.retry(key);
  }

  /** Dismisses a refused change of an event. */
  dismissProblem(key: string): void {
    this.#queue.dismiss(key);
  }

  /** The key that an event has now, should it have got its real one meanwhile. */
  currentKey(key: string): string {
    return this.#queue.currentKey(key);
  }

  /** Shows or hides calendars, by their keys. `title` names it when it is undone. */
  setVisible(title: string, visible: ReadonlyMap<string, boolean>): void {
    const changes = visibilityChanges(this.snapshot.get().calendars, visible);
    if (changes.length > 0) this.perform(title, changes);
  }

  /** Changes somebody's own name or preferences: here at once, on the server when it is there. */
  setProfile(title: string, accountId: string, patch: ProfileChange, was: ProfileChange): void {
    const key = profileChangeKey(accountId);
    // This change replaces the one that was refused before.
    this.#queue.dismiss(key);
    this.perform(title, [{ kind: "profile", key, patch, was }]);
  }

  async #readCopy(): Promise<void> {
    this.#copy ??= await this.#options.openCopy?.();
    if (this.#copy && this.#tabs.isHeldBack) this.#adopt(await this.#copy.read());
    this.#tabs.letThrough();
  }

  #adopt({ frame, events, queue, undo }: CopyContents): void {
    this.#queue.adopt(queue);
    this.#queue.adoptUndo(undo);
    if (!frame) return;
    adoptFrame(this.#framed, frame, events);
    this.#show({ ...this.#accountSync.ready(), syncedAt: frame.syncedAt });
  }

  #startWriting(): void {
    if (this.#copy)
      this.#writer ??= new CopyWriter(this.#copy, this.#base, () =>
        frameOf(this.#framed, this.snapshot.get().syncedAt),
      );
    this.#writer?.touch();
  }

  async #lead(isLate: boolean): Promise<void> {
    this.#stopListening ??= this.#options.remote.listen({
      onChange: (changed) => {
        this.#tabs.tell({ about: "states", changed });
        // What is read from disk is older, and must not replace what follows from this.
        void this.#reading?.then(() => this.#accountSync.announced(changed));
      },
      onStatus: (open) => {
        if (!open) return;
        this.#tabs.tell({ about: "status", open });
        void this.#catchUp.now();
      },
      onSignedOut: this.#options.onSignedOut,
    });
    // Who leads may be known before the copy has been read, or after.
    await this.#reading;
    if (!isLate) {
      this.#startWriting();
      return this.#sender.send();
    }
    // The disk holds the changes that the former leading tab had not sent; the events there may be older or newer
    // than ours.
    const waiting = await this.#copy?.readQueue();
    if (waiting) this.#queue.adopt(waiting);
    this.#startWriting();
    this.#writer?.rewrite();
    await this.#catchUp.now();
  }

  #told(message: TabMessage): void {
    if (message.about === "queue") this.#queue.follow(message.message);
    else if (message.about === "states") void this.#accountSync.announced(message.changed);
    else if (message.about === "status" && !message.open) this.#show({ isOnline: false });
    else if (message.about === "status") void this.#catchUp.now();
    else if (this.#tabs.isLeader && this.snapshot.get().phase === "ready")
      void this.#sync.load(message.from, message.to);
  }

  #failedToStart(problem: ApiProblem): void {
    if (this.snapshot.get().phase !== "ready") this.#show({ phase: "failed", problem });
  }

  /** Notes from every answer whether the server is there. */
  #heard<T>(answer: Result<T, ApiProblem>): Result<T, ApiProblem> {
    if (answer.ok || answer.problem.kind === "refused")
      this.#show({ isOnline: true, syncedAt: this.#options.now() });
    else if (answer.problem.kind === "unreachable") this.#lost();
    else this.#options.onSignedOut();
    return answer;
  }

  /** The other tabs, which send nothing, would not notice. */
  #lost(): void {
    if (this.#tabs.isLeader && this.snapshot.get().isOnline)
      this.#tabs.tell({ about: "status", open: false });
    this.#show({ isOnline: false });
    this.#catchUp.missed();
  }

  #show(change: Partial<CalendarSnapshot>): void {
    const queue = this.#queue;
    const settings = queue.pending.flatMap(({ change: it }) => (it.kind === "profile" ? [it.patch] : []));
    // Before the disk has been read, the waiting changes are unknown.
    if (!this.#tabs.isHeldBack) this.#options.onSettings?.(settings);
    this.#keeper.show({ ...this.#framed, queue }, change);
    this.#writer?.touch();
  }
}
