declare global {
  /** letters, digits and signs pressed before anything was drawn; public/theme.js records them */
  var snartEarlyKeys: string[] | undefined;
}

/** The keys pressed before anything was drawn, in order; only once. */
export function takeEarlyKeys(): readonly string[] {
  const keys = globalThis.snartEarlyKeys ?? [];
  globalThis.snartEarlyKeys = undefined;
  return keys;
}
