/**
 * Whether the receiving mail server found that a message comes from the domain in its From (RFC 8601). Only the
 * results of the named server count, and of those the topmost, which was added last: lower ones came with the
 * message.
 * @param headers the values of the Authentication-Results headers, topmost first
 */
export function isAuthenticated(headers: readonly string[], server: string, sender: string): boolean {
  const own = headers.map(withoutComments).find((value) => nameOf(value) === server.toLowerCase());
  if (own === undefined) return false;
  const domain = sender.slice(sender.lastIndexOf("@") + 1).toLowerCase();
  return own
    .split(";")
    .slice(1)
    .some((result) => vouches(result.trim().toLowerCase(), domain));
}

const nameOf = (value: string): string =>
  (value.split(";")[0] ?? "").trim().split(/\s+/)[0]?.replaceAll('"', "").toLowerCase() ?? "";

/** Comments may contain anything that the sender has chosen (RFC 8601 §2.2). */
function withoutComments(value: string): string {
  let depth = 0;
  let kept = "";
  for (const letter of value) {
    if (letter === "(") depth++;
    else if (letter === ")" && depth > 0) depth--;
    else if (depth === 0) kept += letter;
  }
  return kept;
}

function vouches(result: string, domain: string): boolean {
  const said = (name: string): string | undefined =>
    new RegExp(`(?:^|\\s)${name}\\s*=\\s*"?([^\\s;"]+)`).exec(result)?.[1];
  if (said("dmarc") === "pass") return isAligned(said("header\\.from") ?? domain, domain);
  if (said("dkim") === "pass")
    return isAligned(said("header\\.d") ?? said("header\\.i")?.replace(/^.*@/, "") ?? "", domain);
  if (said("spf") === "pass") return isAligned(said("smtp\\.mailfrom")?.replace(/^.*@/, "") ?? "", domain);
  return false;
}

/** The same domain, or one above or below it, but not a public suffix. */
function isAligned(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return short === long || (short.includes(".") && long.endsWith(`.${short}`));
}
