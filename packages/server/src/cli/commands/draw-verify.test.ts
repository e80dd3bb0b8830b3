import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drawOrder, handOut } from "@snart/calendar/booking/draw/draw.ts";
import { drawFile, type DrawResult } from "@snart/calendar/booking/draw/result-file.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runCli } from "../run-cli.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "snart-draw-"))));
afterEach(() => rmSync(folder, { recursive: true }));

async function verify(content: string, words: readonly string[] = ["in.json"]) {
  if (words[0] === "in.json") writeFileSync(join(folder, "in.json"), content);
  const ran = { code: -1, out: "", err: "" };
  ran.code = await runCli(["draw", "verify", ...words], {
    env: { SNART_DATA: folder },
    folder,
    stdin: (async function* () {
      yield Buffer.from(content);
    })(),
    stdout: (text) => (ran.out += text),
    stderr: (text) => (ran.err += text),
  });
  return ran;
}

function made(): DrawResult {
  const seed = sha256("a seed");
  const day = (number: number) => ({
    start: Date.UTC(2026, 11, 24 + number, 14),
    end: Date.UTC(2026, 11, 25 + number, 11),
    isAllowed: true,
  });
  const entries = {
    units: 1,
    gapMinutes: 0,
    taken: [],
    applicants: [1, 2, 3].map((number) => ({ number, weight: 1, wishes: [day(0), day(1)] })),
  };
  const order = drawOrder(seed, entries.applicants, sha256);
  return {
    ...entries,
    thing: "Stugan",
    period: { from: "2026-12-24", to: "2026-12-27" },
    closed: Date.UTC(2026, 10, 1),
    drawn: Date.UTC(2026, 10, 1),
    commitment: sha256(seed),
    seed,
    weight: "equal",
    labels: new Map(),
    order,
    result: handOut(entries, order),
  };
}

it("says that a draw holds, with what was shown before, and opens no data", async () => {
  const result = made();
  const text = drawFile(result, sha256);
  const ran = await verify(text);
  expect(ran).toMatchObject({ code: 0, err: "" });
  const { digest } = JSON.parse(text) as { digest: string };
  expect(ran.out).toBe(
    `The draw holds: Stugan, 2026-12-24 to 2026-12-27, 2 of 3 got a wish.\nShown while wishes were taken: ${result.commitment}\nShown beside the result:       ${digest}\n`,
  );
  expect(await verify(text, ["-"])).toEqual(ran);
  expect(readdirSync(folder)).toEqual(["in.json"]);
});

it("says what differs first", async () => {
  const { order, result, ...rest } = made();
  const [first = 0, second = 0, third = 0] = order;
  const said = async (more: Partial<DrawResult>) =>
    (await verify(drawFile({ ...rest, order, result, ...more }, sha256))).out;
  expect(await said({ seed: sha256("another") })).toBe(
    "The draw does not hold: the seed is not the one whose hash was shown before (commitment).\n",
  );
  expect(await said({ order: [first, third, second] })).toBe(
    `The draw does not hold: in place 2 the file has applicant ${third}, and the seed gives applicant ${second}.\n`,
  );
  expect(await said({ result: result.map((share) => ({ ...share, wish: null, unit: null })) })).toBe(
    `The draw does not hold: in place 1 the file says that applicant ${first} gets nothing; by the draw applicant ${first} gets wish 1 (unit 0).\n`,
  );
  const ran = await verify(drawFile(made(), sha256).replace("Stugan", "Huset"));
  expect(ran).toMatchObject({
    code: 1,
    out: "The draw does not hold: order and result are right, but something else of the file was changed after the draw (digest).\n",
  });
});

it("refuses what is no such file in a sentence, whatever it is", async () => {
  const failing = async (content: string, words?: readonly string[]) => {
    const ran = await verify(content, words);
    expect(ran).toMatchObject({ code: 1, out: "" });
    return ran.err;
  };
  expect(await failing("", ["none.json"])).toBe("none.json cannot be read.\n");
  expect(await failing("", ["."])).toBe(". cannot be read.\n");
  expect(await failing("{")).toBe("in.json is not JSON.\n");
  expect(await failing("[".repeat(100_000))).toBe("in.json is not JSON.\n");
  expect(await failing("[]")).toBe("in.json is no result of a draw.\n  the file: wrong-type\n");
  expect(await failing('{"format":"snart-draw-1","\\u001b[31m":1}')).toContain(
    "in.json is no result of a draw.\n",
  );
  expect(await failing('{"format":"snart-draw-1","\\u001b[31m":1}')).not.toContain("\u001b");
  expect(await failing(`"${"x".repeat(8_000_001)}"`)).toBe(
    "in.json is too large: no result of a draw has more than 8000000 octets.\n",
  );
});
