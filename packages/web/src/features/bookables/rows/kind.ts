import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";

/** What a thing looks like, as far as its name says. */
export type Kind =
  | "laundry"
  | "sauna"
  | "bed"
  | "car"
  | "trailer"
  | "boat"
  | "bike"
  | "phone"
  | "coffee"
  | "hall"
  | "tools"
  | "gym"
  | "parking"
  | "screen"
  | "room"
  | "thing";

/** Parts of names in both languages; the first that is met counts. */
const WORDS: readonly (readonly [Kind, RegExp])[] = [
  ["laundry", /laundry|washing|tvätt|tork|mangel/],
  ["sauna", /sauna|bastu/],
  ["bed", /guest|gäst|övernatt/],
  ["trailer", /trailer|släp/],
  ["bike", /bike|bicycle|cykel|cykl/],
  ["parking", /parking|parkering|p-plats|laddplats|charg/],
  ["boat", /boat|canoe|kayak|båt|kanot|kajak|\beka/],
  ["phone", /phone|telefon/],
  ["coffee", /coffee|fika|kök|kitchen|pentry/],
  ["gym", /gym|träning|fitness/],
  ["tools", /tool|verktyg|snickeri|hobby/],
  ["hall", /common room|hall\b|lokal|fest|party/],
  ["screen", /projector|projektor|studio|ateljé|video/],
  ["car", /\bcar\b|\bvan\b|bil(?:en|ar|arna)?\b/],
];

/** What a thing is, guessed from its name, else by how it is booked: it only chooses a picture beside the name. */
export function kindOf({ name, type, rules }: Pick<BookableRecord, "name" | "type" | "rules">): Kind {
  const text = name.toLowerCase();
  const [met] = WORDS.find(([, words]) => words.test(text)) ?? [];
  if (met) return met;
  if (rules?.mode === "nights") return "bed";
  return type === "ROOM" ? "room" : "thing";
}
