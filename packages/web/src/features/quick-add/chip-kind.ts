/** What a chip of a new event stands for. */
export type ChipKind = "day" | "time" | "repeat" | "place" | "calendar" | "reminder";
