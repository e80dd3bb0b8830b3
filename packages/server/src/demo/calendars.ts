/**
 * The calendars of the demonstration household, as in the designs. Colours are names of the twelve calendar colours.
 */
interface DemoCalendar {
  readonly key: string;
  readonly en: string;
  readonly sv: string;
  readonly color: string;
}

export const DEMO_CALENDARS: readonly DemoCalendar[] = [
  { key: "own", en: "Elin", sv: "Elin", color: "lake" },
  { key: "family", en: "Family", sv: "Familjen", color: "cloudberry" },
  { key: "work", en: "Björk & Sand", sv: "Björk & Sand", color: "fjord" },
  { key: "training", en: "Training", sv: "Träning", color: "moss" },
  { key: "jonas", en: "Jonas", sv: "Jonas", color: "heather" },
  { key: "board", en: "Tallkotten, board", sv: "Tallkotten, styrelsen", color: "rust" },
  { key: "school", en: "School, Maja & Viggo", sv: "Skolan, Maja & Viggo", color: "ice" },
  { key: "laundry", en: "Laundry room", sv: "Tvättstugan", color: "spruce" },
  { key: "waste", en: "Waste collection", sv: "Sophämtning", color: "straw" },
];
