// A provider proves who sits here in a window of its own, so that the page keeps what was begun. The window and the page find each other by
// their origin: the headers of the page cut every other tie to a window that has been elsewhere.
const CHANNEL = "snart-proof";

/** What a window goes for that comes back by itself: `back` in its query. */
export const IN_WINDOW = "prove-window";

/** What the window tells: null is a proof, else why there is none. */
interface Told {
  readonly refused: string | null;
}

/** Opens an empty window, which only somebody's press may do; null: the browser opens none. */
export const openProofWindow = (): Window | null => window.open("", "_blank", "popup,width=520,height=720");

/** Calls back with what the next window tells. @returns what ends that */
export function hearFromWindow(onTold: (told: Told) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", ({ data }: MessageEvent<Told>) => onTold(data));
  return () => channel.close();
}

/** Tells the page that waits, and closes this window if the browser lets it. */
export function tellAndClose(told: Told): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(told);
  channel.close();
  window.close();
}
