import { useEffect } from "react";

/** What was pressed or dropped before anything was there to hear it; public/theme.js keeps it from the very start. */
interface HeldInput {
  /** how many wait for something that is on its way */
  holds: number;
  /** keys, and the files of a drop, in order */
  readonly events: (KeyboardEvent | readonly File[])[];
}

declare global {
  var snartHeld: HeldInput | undefined;
}

const held: HeldInput = globalThis.snartHeld ?? { holds: 1, events: [] };
let isFirstPageDrawn = false;
let isReplaying = false;

/**
 * Keeps what is pressed from now on for something that has been asked for and is not here yet.
 * @returns what is called when it is: the keys are then pressed again
 */
export function holdKeys(): () => void {
  held.holds++;
  return () => void letGo();
}

/** Does what was pressed and dropped before the first page was drawn, now that it is; forgets it where nobody is signed in. */
export function useHeldInput(isDrawn: boolean, isSignedIn: boolean): void {
  useEffect(() => {
    if (!isDrawn || isFirstPageDrawn) return;
    isFirstPageDrawn = true;
    if (!isSignedIn) held.events.length = 0;
    void letGo();
  }, [isDrawn, isSignedIn]);
}

/** Once what was done has been drawn and has taken the focus. */
const settled = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });

/** What is pressed between the moment that something is drawn and the one that it has the focus is meant for it as well. */
async function letGo(): Promise<void> {
  await settled();
  held.holds--;
  await replay();
}

async function replay(): Promise<void> {
  if (isReplaying) return;
  isReplaying = true;
  while (held.holds === 0 && held.events[0]) {
    const [next] = held.events;
    if (next instanceof KeyboardEvent ? press(next) : drop(next)) await settled();
    // Only now: what is pressed meanwhile comes after it.
    held.events.shift();
  }
  isReplaying = false;
}

function drop(files: readonly File[]): true {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
  return true;
}

/** Presses a key again; in a field what the browser itself would have done with it. True: the page has done something. */
function press(event: KeyboardEvent): boolean {
  const field = document.activeElement ?? document.body;
  if (!field.dispatchEvent(new KeyboardEvent("keydown", event))) return true;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false;
  // The only way by which the field's own undo, its limits and what listens to it all hold.
  if (event.key.length === 1) document.execCommand("insertText", false, event.key);
  else if (event.key === "Backspace") document.execCommand("delete");
  else if (event.key === "Enter") field.form?.requestSubmit();
  return false;
}
