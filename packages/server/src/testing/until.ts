/** The interval between two looks; the rest of the time belongs to the awaited work. */
const LOOK_MS = 5;

/** Waits for an event in another process or over a socket. The test's own time limit ends it if it never comes. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}
