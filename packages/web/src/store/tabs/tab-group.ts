/** The tabs of one person in one browser. One of them leads: it alone listens to the server and sends changes. */
export interface TabGroup {
  readonly isLeader: boolean;
  /** Sends a message to all other tabs. */
  post(message: unknown): void;
  /** Releases the lead; nothing is heard afterwards. */
  leave(): void;
}

export interface TabListener {
  readonly onMessage: (message: unknown) => void;
  /** this tab leads from now on; `isLate`: another one did before, or may have */
  readonly onLead: (isLate: boolean) => void;
}

export type JoinTabs = (listener: TabListener) => TabGroup;

/** A tab without others: it leads at once. */
export const onlyTab: JoinTabs = ({ onLead }) => {
  queueMicrotask(() => onLead(false));
  return { isLeader: true, post: () => undefined, leave: () => undefined };
};

/** Whether tabs can find each other here; browsers offer locks only to pages from https and localhost. */
export const canShareTabs = (): boolean =>
  typeof BroadcastChannel === "function" && typeof navigator === "object" && "locks" in navigator;

/** Joins the tabs that use the same name (Web Locks and BroadcastChannel). */
export const joinTabs =
  (name: string): JoinTabs =>
  ({ onMessage, onLead }) => {
    const channel = new BroadcastChannel(name);
    const ended = new AbortController();
    let isLeader = false;
    let release: (() => void) | undefined;
    channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => onMessage(data));
    const lead = (isLate: boolean): Promise<void> | undefined => {
      if (ended.signal.aborted) return undefined;
      isLeader = true;
      const held = new Promise<void>((resolve) => (release = resolve));
      onLead(isLate);
      return held;
    };
    const lock = `${name}:leader`;
    const request = async (): Promise<void> => {
      const isFree = await navigator.locks.request(lock, { ifAvailable: true }, async (free) => {
        if (free) await lead(false);
        return free !== null;
      });
      if (!isFree) await navigator.locks.request(lock, { signal: ended.signal }, () => lead(true));
    };
    request().catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
    });
    return {
      get isLeader() {
        return isLeader;
      },
      post: (message) => {
        if (!ended.signal.aborted) channel.postMessage(message);
      },
      leave: () => {
        ended.abort();
        isLeader = false;
        channel.close();
        release?.();
      },
    };
  };
