import type { Messages } from "../../i18n/messages.ts";
import { offerFiles } from "./offer-files.ts";

/** Held while its chooser is open: the browser may collect an input that nothing holds, and the choice with it. */
let held: HTMLInputElement | undefined;

/** Opens the system's chooser for calendar files, and gives what was chosen to `use`. */
export function chooseCalendarFiles(use: (files: readonly File[]) => void): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.accept = ".ics,.ical,.icalendar,.ifb,.zip,.csv,text/calendar,application/zip,text/csv";
  input.addEventListener("change", () => use([...(input.files ?? [])]));
  held = input;
  held.click();
}

/** Opens the system's file chooser and begins an import with the chosen files. */
export const chooseImportFiles = (t: Messages): void => chooseCalendarFiles((files) => offerFiles(files, t));
