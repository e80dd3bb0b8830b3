/** The undo keys, as shown on this machine. */
export const undoKeys = (): string => (/Mac|iPhone|iPad/.test(navigator.platform) ? "⌘ Z" : "Ctrl Z");
