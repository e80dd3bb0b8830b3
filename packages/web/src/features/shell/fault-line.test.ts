import { expect, it } from "vitest";
import { faultLine } from "./fault-line.ts";

it("says who did not answer", () => {
  expect(faultLine({ kind: "unreachable" }, "kalender.example")).toBe("kalender.example: no answer");
});

it("says what the server answered", () => {
  const problem = { kind: "refused", status: 500, code: "internal", fields: {} } as const;
  expect(faultLine(problem, "kalender.example")).toBe("kalender.example: 500 internal");
  expect(faultLine({ ...problem, detail: "try 7f3a" }, "kalender.example")).toBe(
    "kalender.example: 500 internal, try 7f3a",
  );
});
