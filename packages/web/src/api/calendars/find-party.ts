import type { Party } from "./sharing-api.ts";

/** Returns the text of a party in the list of suggestions. */
export const partyText = ({ name, email }: Party): string => (email === null ? name : `${name}, ${email}`);

/** Finds the party that a text names: by suggestion, present or former address, or unique name; undefined if there is none or several. */
export function findParty(parties: readonly Party[], typed: string): Party | undefined {
  const wanted = typed.trim().toLocaleLowerCase();
  if (wanted === "") return undefined;
  const exact = parties.filter((party) =>
    [partyText(party), party.email, party.name, ...(party.formerEmails ?? [])].some(
      (text) => text?.toLocaleLowerCase() === wanted,
    ),
  );
  const found =
    exact.length > 0
      ? exact
      : parties.filter((party) => partyText(party).toLocaleLowerCase().includes(wanted));
  return found.length === 1 ? found[0] : undefined;
}
