import { VERSION } from "../../../version.ts";
import type { Command } from "../../command.ts";
import { manPage } from "../../man-page.ts";

/** @param all every command, this one too, asked when it runs */
export const manCommand = (all: () => readonly Command[]): Command => ({
  name: "man",
  summary: "Prints the manual page of all commands, for man(1).",
  args: [],
  flags: {},
  examples: ["man | man -l -"],
  async run({ stdout }) {
    stdout(manPage(all(), VERSION));
    return 0;
  },
});
