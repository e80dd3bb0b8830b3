import { GrowingPause } from "./growing-pause.ts";
import { jmap } from "./jmap-client.ts";
import { isRecord } from "./read-json.ts";

/** New states by account and type (RFC 8620 §7.1). */
export type StateChange = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface PushListener {
  readonly onChange: (changed: StateChange) => void;
  /** open: pushes will come, and something may have changed unannounced; closed: they may have been missed */
  readonly onStatus: (open: boolean) => void;
  /** The session has ended elsewhere: nothing is tried again. */
  readonly onSignedOut: () => void;
}

const PING_SECONDS = 30;

/** Listens for changes made elsewhere, and tries again with growing pauses. Returns a function that stops it. */
export function listen(types: string, { onChange, onStatus, onSignedOut }: PushListener): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pause = new GrowingPause();
  let turn = 0;

  const retry = (): void => {
    source?.close();
    onStatus(false);
    clearTimeout(timer);
    timer = setTimeout(() => void open(), pause.next());
  };
  const open = async (): Promise<void> => {
    const mine = ++turn;
    // A refused connection doesn't say why; the session does.
    const session = await jmap.session(pause.hasGrown);
    // Somebody has stopped listening meanwhile, or the network came back and connected already.
    if (mine !== turn) return;
    if (!session.ok) return session.problem.kind === "signedOut" ? onSignedOut() : retry();
    source = new EventSource(eventSourceUrl(session.value.eventSourceUrl, types));
    source.addEventListener("open", () => {
      pause.reset();
      onStatus(true);
    });
    source.addEventListener("state", (event: MessageEvent<unknown>) => {
      const changed = readStateChange(event.data);
      if (changed) onChange(changed);
    });
    // Somebody has stopped sharing: no state of theirs can say so.
    source.addEventListener("session", () => onStatus(true));
    source.addEventListener("error", retry);
  };
  const atOnce = (): void => {
    // A connection that has outlived the pause doesn't say that requests failed in it.
    if (source?.readyState === EventSource.OPEN) return onStatus(true);
    pause.reset();
    clearTimeout(timer);
    source?.close();
    void open();
  };
  addEventListener("online", atOnce);
  void open();
  return () => {
    turn++;
    clearTimeout(timer);
    removeEventListener("online", atOnce);
    source?.close();
  };
}

/**
 * The address names an unknown last event id, so the server sends the present states first. They reveal changes between
 * the page's fetches and the beginning of its connection.
 */
const eventSourceUrl = (template: string, types: string): string =>
  `${template
    .replace("{types}", encodeURIComponent(types))
    .replace("{closeafter}", "no")
    .replace("{ping}", String(PING_SECONDS))}&lasteventid=none`;

/** Reads a StateChange object; undefined if it is something else. */
function readStateChange(data: unknown): StateChange | undefined {
  if (typeof data !== "string") return undefined;
  let json: unknown;
  try {
    json = JSON.parse(data);
  } catch {
    return undefined;
  }
  if (!isRecord(json) || !isRecord(json["changed"])) return undefined;
  const changed = Object.entries(json["changed"]).map(([account, types]) => [
    account,
    Object.fromEntries(
      Object.entries(isRecord(types) ? types : {}).filter(
        (entry): entry is [string, string] => typeof entry[1] === "string",
      ),
    ),
  ]);
  return Object.fromEntries(changed) as StateChange;
}
