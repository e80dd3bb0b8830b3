import { commandLineActor } from "../../../app/actor.ts";
import { releaseReport } from "../../../app/health/releases.ts";
import type { Command } from "../../command.ts";
import { JSON_FLAG, print } from "../../print-rows.ts";
import { unwrap } from "../../unwrap.ts";

export const releaseNotes: Command = {
  name: "release-notes",
  summary:
    "Says what each version brought and what whoever runs the server has to do, the newest first. Nothing is asked of anybody: the notes are in the program.",
  args: [],
  flags: { all: { says: "Of all versions; otherwise of this one." }, ...JSON_FLAG },
  examples: ["release-notes", "release-notes --all --json"],
  calls: ["Server/releaseNotes"],
  async run(context) {
    const report = unwrap(await releaseReport(await context.openApp(), commandLineActor()));
    const notes = (context.values["all"] === true ? report.notes : report.notes.slice(0, 1)).map(
      ({ version, changed, toDo }) => ({ version, changed: changed["en-GB"], toDo: toDo["en-GB"] }),
    );
    const lines = notes.flatMap(({ version, changed, toDo }) => [
      `Snart ${version}`,
      ...changed.map((line) => `  ${line}`),
      ...toDo.map((line) => `  To do: ${line}`),
    ]);
    return print(context, { version: report.version, from: report.from, notes }, lines);
  },
};
