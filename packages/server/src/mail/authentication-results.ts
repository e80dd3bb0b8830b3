import { domainToASCII } from "node:url";

/**
 * Whether the receiving mail server proved that a message comes from the domain in its From (RFC 8601): by DMARC for that very domain, or
 * by DKIM or SPF of that domain or one above it. Only the results of the named server count, and of those the topmost, which was added
 * last: lower ones came with the message. What other servers found (ARC, RFC 8617) counts for nothing.
 * @param headers the values of the Authentication-Results headers, topmost first
 * @param server as it names itself in them
 */
export function isProved(headers: readonly string[], server: string, sender: string): boolean {
  const own = headers.find((value) => nameOf(value) === server.toLowerCase());
  const results = own === undefined ? undefined : resultsIn(own);
  if (results === undefined) return false;
  const domain = asciiDomain(sender);
  // The domain's owner says by DMARC that nothing less counts.
  if (domain === "" || results.some((result) => result.get("dmarc") === "fail")) return false;
  return results.some((result) => proves(result, domain));
}

const nameOf = (value: string): string =>
  /^\s*"?([\w.-]+)"?(?=[\s;(]|$)/.exec(value.replace(/^\s*\([^()]*\)/, ""))?.[1]?.toLowerCase() ?? "";

/** One method's result with its properties, by name. */
type AuthenticationResult = ReadonlyMap<string, string>;

/**
 * The results in a header; undefined for one that cannot be read in one way alone. Comments, quoted strings and addresses hold what the
 * sender has chosen, and servers quote it badly: a result that was smuggled in there must not count.
 */
function resultsIn(header: string): readonly AuthenticationResult[] | undefined {
  const plain = withoutComments(header);
  if (plain === undefined || /["\\()]/.test(plain)) return undefined;
  const results: AuthenticationResult[] = [];
  for (const part of plain.split(";").slice(1)) {
    const result = new Map<string, string>();
    for (const word of part
      .trim()
      .toLowerCase()
      .replace(/\s*=\s*/g, "=")
      .split(/\s+/)) {
      const [, name, value] = /^([\w.-]+)(?:\/\d+)?=(\S*)$/.exec(word) ?? [];
      if (name === undefined || value === undefined) continue;
      if (result.has(name)) return undefined;
      result.set(name, value);
    }
    results.push(result);
  }
  return results;
}

/** @returns undefined if a comment holds what could end it early, or doesn't end */
function withoutComments(value: string): string | undefined {
  let depth = 0;
  let kept = "";
  for (const letter of value) {
    if (letter === "(") depth++;
    else if (letter === ")") depth--;
    else if (depth === 0) kept += letter;
    else if (/["\\;]/.test(letter)) return undefined;
    if (depth < 0) return undefined;
  }
  return depth === 0 ? kept : undefined;
}

function proves(result: AuthenticationResult, domain: string): boolean {
  if (result.get("dmarc") === "pass") return asciiDomain(result.get("header.from")) === domain;
  if (result.get("dkim") === "pass")
    return speaksFor(asciiDomain(result.get("header.d") ?? result.get("header.i")), domain);
  return result.get("spf") === "pass" && speaksFor(asciiDomain(result.get("smtp.mailfrom")), domain);
}

/**
 * A domain speaks for itself and for those below it, but never for one above; a top-level domain for none. There is no list of public
 * suffixes: whoever signs as co.uk has the DNS of all domains below it anyway. Where a provider signs as its own domain for customers who
 * are below it, a server that judges by DMARC tells them apart, and its "fail" counts first.
 */
const speaksFor = (domain: string, other: string): boolean =>
  domain !== "" && (domain === other || (domain.includes(".") && other.endsWith(`.${domain}`)));

/** The domain of an address, or a domain itself, as DNS has it; "" for none. */
const asciiDomain = (text = ""): string =>
  domainToASCII(text.slice(text.lastIndexOf("@") + 1).replace(/\.$/, "")).toLowerCase();
