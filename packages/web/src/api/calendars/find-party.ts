import type { Party } from "./sharing-api.ts";

/** Returns the text of a party in the list of suggestions. */
export const partyText = ({ name, email }: Party): string => (email === null ? name : `${name}, ${email}`);

/** A party as it is offered for choosing. @param ofGroup what stands in the place of an address for those without one */
export const partyChoice = (party: Party, ofGroup: string) => ({
  id: party.id,
  name: party.name,
  detail: party.email ?? ofGroup,
  value: partyText(party),
  ...(party.email === null ? {} : { address: party.email }),
});

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
