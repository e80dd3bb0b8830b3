const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** The undo keys, as shown on this machine. */
export const undoKeys = (): string => (isApple() ? "⌘ Z" : "Ctrl Z");
/** The redo keys, as shown on this machine. */
export const redoKeys = (): string => (isApple() ? "⇧ ⌘ Z" : "Ctrl Y");
