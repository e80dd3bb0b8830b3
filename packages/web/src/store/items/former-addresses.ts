/** Of people whose answers are shown as theirs: the addresses that they had before, by their present one. */
const former = new Map<string, readonly string[]>();

export const bareAddress = (address: string): string => address.replace(/^mailto:/i, "").toLowerCase();

/**
 * Remembers a person's former addresses: what they were invited to under one of these is still theirs.
 * @returns the present address, as others are compared to it
 */
export function rememberFormer(
  address: string | null | undefined,
  formerOnes: readonly string[] = [],
): string | null {
  if (!address) return null;
  const bare = bareAddress(address);
  former.set(bare, formerOnes.map(bareAddress));
  return bare;
}

/** Whether an address is, or was, that of the person who has `address` now. */
export function isAddressOf(address: string, one: string): boolean {
  const [own, asked] = [bareAddress(address), bareAddress(one)];
  return asked !== "" && (asked === own || former.get(own)?.includes(asked) === true);
}
