import type { Household } from "../../storage/records/households.ts";
import type { Principal } from "../../storage/records/people.ts";

/** What a house may call its flats and everybody leaves out when typing. */
const KIND = /^(?:lägenheten|lägenhet|lgh|apartment|apt|flat|nr|no)(?=\d)/u;

/** A label as it is compared: `Lgh 12-03` and `1203` are one. Empty: it is none. */
export const labelKey = (label: string): string =>
  label
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(KIND, "");

/** A tag's number as readers and people write it: only its letters and digits count. */
export const tagNumber = (typed: string): string =>
  typed
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s:.-]/g, "");

/** The name of the group: its label, and whose it is. */
export const householdName = (label: string, name: string): string => `${label} ${name}`.trim();

/** Whose it is, without the label before it. */
export const familyName = (
  { displayName }: Pick<Principal, "displayName">,
  { label }: Pick<Household, "label">,
): string =>
  displayName === label || displayName.startsWith(`${label} `)
    ? displayName.slice(label.length).trim()
    : displayName;
