/** How often it is looked; the rest of the time belongs to what is waited for. */
const LOOK_MS = 5;

/** Waits for what happens in another process or over a socket. The test's own time limit ends it when it never does. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}
