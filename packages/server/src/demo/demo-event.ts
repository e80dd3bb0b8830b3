/**
 * A week in the demonstration household, as in the designs: `day` counts from Monday of the week that is shown, times
 * are local. Both languages say the same.
 */
export interface DemoEvent {
  readonly calendar: string;
  readonly en: string;
  readonly sv: string;
  readonly day: number;
  /** `HH:MM–HH:MM`, or a number of whole days. */
  readonly time: string | number;
  readonly place?: readonly [en: string, sv: string];
  readonly note?: readonly [en: string, sv: string];
  /** Weekly on these days (0 = Monday), or every so many weeks. */
  readonly weekly?: readonly number[];
  readonly everyWeeks?: number;
  readonly monthly?: "nth-weekday" | "day";
  readonly guests?: readonly string[];
  /** The demonstration person's own answer to somebody else's invitation. */
  readonly answer?: "needs-action" | "tentative" | "declined" | "accepted";
  readonly tentative?: boolean;
  readonly alertMinutes?: number;
  readonly video?: boolean;
  readonly secret?: boolean;
}

/** The guests at work and in the housing association. */
export const COLLEAGUES = ["Karin Björk", "Anton Lind", "Olga Nord", "Per Wik", "Sara Kjell"];
export const BOARD = ["Birgit Thorén", "Mehdi Jafari", "Lars Holm", "Sofia Ek"];
