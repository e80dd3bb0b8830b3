declare global {
  /** letters, digits and signs that were pressed before anything was drawn; public/theme.js notes them down */
  var snartEarlyKeys: string[] | undefined;
}

/** What was pressed before anything was drawn, in order; but once. */
export function takeEarlyKeys(): readonly string[] {
  const keys = globalThis.snartEarlyKeys ?? [];
  globalThis.snartEarlyKeys = undefined;
  return keys;
}
