import type { HealthCheck } from "@snart/calendar/jmap/health.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import { expect, it } from "vitest";
import type { Formats } from "../../../../i18n/format.ts";
import { helpKey, wordedFigures } from "./health-words.ts";

const DETAIL = "/mnt/backups cannot be written to (EACCES).";
const sv = nodeMessages("sv");

/** What is said in Swedish of a night without a backup. */
function said(problem: string, says: "missed" | "problem"): string {
  const figures = { count: 1, problem, detail: DETAIL };
  const check: HealthCheck = { thing: "backups", state: "soon", says, figures, moment: null };
  return sv(helpKey(check), wordedFigures(check, {} as Formats, sv));
}

it.each([
  ["no-room", "Det finns inte tillräckligt med utrymme på disken."],
  ["not-writable", "Det går inte att skriva i mappen."],
  ["damaged", "Den var inte likadan när den lästes igen: disken kan vara på väg att gå sönder."],
  ["interrupted", "Snart stoppades innan den var klar."],
  ["failed", `Så här löd rapporten: ${DETAIL}`],
])("says in the viewer’s language why there is no backup: %s", (code, words) => {
  expect(said(code, "missed")).toBe(words);
  expect(said(code, "problem")).toBe(words);
});

it("says nothing where no cause is known", () => {
  expect(said("", "missed")).toBe("");
});
