/** Characters of a file's name. */
const MAX_LENGTH = 200;
const FALLBACK = "attachment";

/**
 * A file name that can be offered and written into a calendar: the last part of a path, without control characters,
 * and without those that change the writing direction, which turn `exe.pdf` into `fdp.exe`.
 */
export function safeFilename(given: string | undefined): string {
  const last = (given ?? "").toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const kept = last
    // eslint-disable-next-line no-control-regex -- that is what it is about
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\u200e\u200f]/g, "")
    .trim();
  const short = kept.length > MAX_LENGTH ? shortened(kept) : kept;
  return /^\.*$/.test(short) ? FALLBACK : short;
}

/** Keeps the file extension, and never half a character. */
function shortened(name: string): string {
  const dot = name.lastIndexOf(".");
  const ending = dot > 0 && name.length - dot <= 20 ? name.slice(dot) : "";
  return `${name.slice(0, MAX_LENGTH - ending.length)}${ending}`.replaceAll(/\p{Surrogate}/gu, "");
}
