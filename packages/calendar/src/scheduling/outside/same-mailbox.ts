/**
 * A mail address without its scheme; undefined for other addresses (`urn:uuid:`, `invalid:nomail`, an X.500 name of
 * Exchange).
 */
export function mailOf(address: string): string | undefined {
  const mail = address
    .trim()
    .toLowerCase()
    .replace(/^mailto:/, "")
    .replace(/\?.*$/, "");
  return /^[^\s@:/][^\s@:]*@[^\s@:]+$/.test(mail) ? mail : undefined;
}

/**
 * The common key of all spellings of a mailbox: mail programs answer with and without the part after `+`, and Google
 * writes the same addresses with dots and without, at either of its domains.
 */
function mailboxKey(address: string): string | undefined {
  const [local = "", domain = ""] = mailOf(address)?.split("@") ?? [];
  if (local === "") return undefined;
  const bare = local.replace(/(?<=.)\+.*$/, "");
  return /^(?:gmail|googlemail)\.com$/.test(domain)
    ? `${bare.replaceAll(".", "")}@gmail.com`
    : `${bare}@${domain}`;
}

/** Whether two addresses belong to one mailbox. */
export function isSameMailbox(a: string, b: string): boolean {
  const key = mailboxKey(a);
  return key !== undefined && key === mailboxKey(b);
}
