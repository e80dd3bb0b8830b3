import type { Party } from "./sharing-api.ts";

/** How a party stands in the list of suggestions. */
export const partyText = ({ name, email }: Party): string => (email === null ? name : `${name}, ${email}`);

/** The party that a text means: by suggestion, address, or a unique name; undefined if none, or not unique. */
export function findParty(parties: readonly Party[], typed: string): Party | undefined {
  const wanted = typed.trim().toLocaleLowerCase();
  if (wanted === "") return undefined;
  const exact = parties.filter((party) =>
    [partyText(party), party.email, party.name].some((text) => text?.toLocaleLowerCase() === wanted),
  );
  const found =
    exact.length > 0
      ? exact
      : parties.filter((party) => partyText(party).toLocaleLowerCase().includes(wanted));
  return found.length === 1 ? found[0] : undefined;
}
