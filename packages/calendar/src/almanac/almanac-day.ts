import type { AlmanacDate } from "./almanac-date.ts";

/**
 * The regions with public holidays of their own: Sweden and the nations of the United Kingdom (England includes
 * Wales).
 */
export type AlmanacRegion = "SE" | "GB-ENG" | "GB-SCT" | "GB-NIR";

/**
 * One named day. `red`: a public holiday by law (a substitute day included). `eve`: a day that the Swedish Annual
 * Leave Act treats as a Sunday. `customary`: a day before a holiday that many agreements, but no law, make free or
 * shorter. `observed`: a day with a name on which people work as usual. `squeeze`: a working day between days off.
 */
export interface AlmanacDay {
  readonly date: AlmanacDate;
  readonly names: { readonly en: string; readonly sv: string };
  readonly kind: "red" | "eve" | "customary" | "observed" | "squeeze";
}
