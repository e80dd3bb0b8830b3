import { describe, expect, it } from "vitest";
import { bookingRush, type RushOptions } from "./rush.ts";

// `node bench/bookings/rush.ts` does the same a million times.

const SHORT = { tries: 150, killEvery: 60, clients: 8, together: 3 };

describe.each<RushOptions>([
  { database: "SQLite", processes: 1, ...SHORT },
  { database: "PostgreSQL", processes: 2, ...SHORT },
])("people who all want the same times, on $database with kill -9", (options) => {
  it(
    "get each time once, within their limits, and what was confirmed stays",
    { timeout: 240_000 },
    async () => {
      const { answers, kills, wrong } = await bookingRush(options);
      expect(wrong).toEqual([]);
      expect(kills).toBeGreaterThan(0);
      for (const answer of ["booked", "cancelled", "quota", "taken"])
        expect([...answers.keys()].join(", ")).toContain(answer);
    },
  );
});
