const STORED = "snart.recent-commands";
const MOST = 6;

/** The ids of the commands that were used last in this browser, the newest first. */
export function recentCommands(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORED) ?? "[]");
    return Array.isArray(kept) ? kept.filter((it) => typeof it === "string").slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Puts a command first among them. */
export function rememberCommand(id: string): void {
  const next = [id, ...recentCommands().filter((it) => it !== id)].slice(0, MOST);
  try {
    localStorage.setItem(STORED, JSON.stringify(next));
  } catch {
    // Without storage the list is forgotten.
  }
}
