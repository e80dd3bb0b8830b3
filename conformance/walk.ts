/** What stands in parsed JSON at a path of names and indexes, as text. Throws with the whole of it where there is no text. */
export function textAt(json: unknown, ...path: readonly string[]): string {
  let found = json;
  for (const step of path)
    found =
      typeof found === "object" && found !== null ? (found as Record<string, unknown>)[step] : undefined;
  if (typeof found === "string") return found;
  throw new Error(`no ${path.join(".")} in ${JSON.stringify(json).slice(0, 600)}`);
}
