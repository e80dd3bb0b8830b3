/** Passwords of ten characters and more that every list of guesses begins with (without what follows them). */
const KNOWN: ReadonlySet<string> = new Set(
  "password passwort lösenord losenord qwertyuiop qwertyuiopå 1q2w3e4r5t q1w2e3r4t5 iloveyou sunshine princess football welcome letmein administrator superman whatever trustno1 changeme abcdefghij asdfghjklö asdfghjkl sommar vinter hejhej hejsan".split(
    " ",
  ),
);
const ROWS = [
  "01234567890123456789",
  "98765432109876543210",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiopasdfghjklzxcvbnm",
];

/**
 * Whether a password is among the first that anybody tries: one character over and over, a row of digits or keys, or a well-known word,
 * alone or with digits and signs behind it.
 */
export function isEasilyGuessed(password: string): boolean {
  const plain = password.normalize("NFKC").trim().toLowerCase();
  if (new Set(plain).size <= 1) return true;
  if (ROWS.some((row) => row.includes(plain))) return true;
  const word = plain.replace(/[\d\s!.?*_-]+$/u, "");
  return KNOWN.has(plain) || KNOWN.has(word);
}
