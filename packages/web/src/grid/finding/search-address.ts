/** What a person searches for, and by what the hits are filtered. */
export interface SearchAsk {
  readonly words: string;
  readonly when: "all" | "coming" | "past";
  readonly kind: "all" | "events" | "tasks" | "days";
  /** the key of a calendar; null: all that are shown */
  readonly calendar: string | null;
  /** the address of somebody who takes part; null: anybody */
  readonly person: string | null;
  /** where it takes place; null: anywhere */
  readonly place: string | null;
  readonly files: "all" | "with";
}

const NAMES = {
  words: "q",
  when: "when",
  kind: "kind",
  calendar: "calendar",
  person: "with",
  place: "place",
  files: "files",
} as const;
const LONGEST = 200;

/** The address of a search, which can be kept and sent. */
export function searchPath(ask: Partial<SearchAsk>): string {
  const query = new URLSearchParams();
  for (const [name, key] of Object.entries(NAMES)) {
    const value = ask[name as keyof SearchAsk]?.trim() ?? "";
    if (value !== "" && value !== "all") query.set(key, value);
  }
  return query.size === 0 ? "/search" : `/search?${query.toString()}`;
}

/** Reads the query of such an address; what it does not know asks for everything. */
export function readSearchAsk(query: string): SearchAsk {
  const read = new URLSearchParams(query);
  const one = <T extends string>(key: string, values: readonly T[]): T | "all" =>
    values.find((it) => it === read.get(key)) ?? "all";
  return {
    words: (read.get(NAMES.words) ?? "").slice(0, LONGEST),
    when: one(NAMES.when, ["coming", "past"]),
    kind: one(NAMES.kind, ["events", "tasks", "days"]),
    calendar: read.get(NAMES.calendar),
    person: read.get(NAMES.person),
    place: read.get(NAMES.place)?.slice(0, LONGEST) ?? null,
    files: one(NAMES.files, ["with"]),
  };
}
