import type { Violations } from "./violation.ts";

const MAX_OCTETS = 75;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Checks the lines of a text: their ends, their lengths, and that none is blank (RFC 5545 §3.1). */
export function checkLines(text: string, violations: Violations): void {
  if (text.charCodeAt(0) === 0xfeff)
    violations.ofLine("control-character", 1, "a byte order mark stands before the text", "5545 6");
  let number = 1;
  let start = 0;
  let octets = 0;
  // Such line ends usually occur throughout a file: the first of a kind represents the others.
  const bare = { LF: { first: 0, count: 0 }, CR: { first: 0, count: 0 } };
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code !== LINE_FEED && code !== CARRIAGE_RETURN) {
      octets += octetsOf(code);
      continue;
    }
    const isPair = code === CARRIAGE_RETURN && text.charCodeAt(index + 1) === LINE_FEED;
    if (!isPair) {
      const kind = bare[code === LINE_FEED ? "LF" : "CR"];
      kind.first ||= number;
      kind.count++;
    }
    checkLine(number, index - start, octets, violations);
    if (isPair) index++;
    number++;
    start = index + 1;
    octets = 0;
  }
  for (const [name, { first, count }] of Object.entries(bare)) {
    const more = count > 1 ? `, and so do ${String(count - 1)} more` : "";
    if (count > 0)
      violations.ofLine("line-end", first, `the line ends with ${name} alone${more}`, "5545 3.1");
  }
  if (start >= text.length) return;
  violations.ofLine("line-end", number, "the last line does not end", "5545 3.1");
  checkLine(number, text.length - start, octets, violations);
}

function checkLine(number: number, length: number, octets: number, violations: Violations): void {
  if (length === 0) violations.ofLine("blank-line", number, "the line is blank", "5545 3.1");
  if (octets > MAX_OCTETS)
    violations.ofLine(
      "line-length",
      number,
      `the line has ${String(octets)} octets, more than ${String(MAX_OCTETS)}`,
      "5545 3.1",
    );
}

/** How many octets of UTF-8 a UTF-16 unit takes; each half of a pair takes two of four. */
function octetsOf(code: number): number {
  if (code < 0x80) return 1;
  return code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
}
