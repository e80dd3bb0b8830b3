/** The keys that take something back, as they are shown on this machine. */
export const undoKeys = (): string => (/Mac|iPhone|iPad/.test(navigator.platform) ? "⌘ Z" : "Ctrl Z");
