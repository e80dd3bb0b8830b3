/** The last part of a booking page's address, as anybody can read it out: small letters, digits, and hyphens between them. */
const ADDRESS = /^[a-z0-9](?:[a-z0-9-]{1,58}[a-z0-9])$/;

/** Words that would make a guest believe that a page is the server's own. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  "admin",
  "administration",
  "administrator",
  "root",
  "system",
  "server",
  "service",
  "support",
  "help",
  "security",
  "abuse",
  "postmaster",
  "hostmaster",
  "webmaster",
  "noreply",
  "no-reply",
  "mailer-daemon",
  "login",
  "logout",
  "sign-in",
  "sign-out",
  "sign-up",
  "password",
  "recovery",
  "setup",
  "account",
  "api",
  "jmap",
  "dav",
  "caldav",
  "scim",
  "assets",
  "static",
  "health",
  "metrics",
  "well-known",
  "booking",
  "booking-pages",
  "bookings",
  "page",
  "pages",
  "sent",
  "new",
  "index",
  "null",
  "undefined",
  "snart",
  "official",
  "info",
  "hjalp",
  "losenord",
  "logga-in",
  "logga-ut",
  "konto",
  "boka",
  "bokning",
]);

/** What is wrong with the address that a page is to have, if anything; whether somebody has it is asked elsewhere. */
export function addressProblem(slug: string): "wrong" | "own-word" | undefined {
  if (!ADDRESS.test(slug)) return "wrong";
  return OWN_WORDS.has(slug) ? "own-word" : undefined;
}

/** The same address with a number behind it, and no longer than one may be. */
export const numberedAddress = (slug: string, number: number): string => {
  const behind = `-${number}`;
  return `${slug.slice(0, 60 - behind.length).replace(/-+$/, "")}${behind}`;
};
