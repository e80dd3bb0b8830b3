/**
 * Where Snart is on its host. The server writes the path below which people reach it into the page; the same build
 * works at every path. Everything else names addresses from the root of Snart.
 *
 * Without a slash at its end; "" at the root of its host.
 */
export const base =
  globalThis.document?.querySelector<HTMLMetaElement>("[name=base]")?.content.slice(0, -1) ?? "";

/** Returns the path that the browser needs for an address from the root of Snart, or for one that has it already. */
export const below = (path: string): string => (path.startsWith(`${base}/`) ? path : base + path);

/** Returns the whole address of a path from the root of Snart, to be given to others. */
export const wholeAddress = (path: string): string => location.origin + below(path);

/** Returns the path of the page from the root of Snart. */
export const ownPath = (): string => location.pathname.slice(base.length);
