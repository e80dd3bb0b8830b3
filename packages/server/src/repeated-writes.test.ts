import { repeatWrites } from "./testing/storage.ts";

// The whole suites of what writes in several transactions, of which each runs twice and counts once.
repeatWrites();
await import("./app/calendars/import-calendar.test.ts");
await import("./jmap/snart/history.test.ts");
