import type { Messages } from "../../i18n/messages.ts";
import { offerFiles } from "./offer-files.ts";

/** Opens the system's file chooser and begins an import with the chosen files. */
export function chooseImportFiles(t: Messages): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.accept = ".ics,.ical,.icalendar,.ifb,.zip,.csv,text/calendar,application/zip,text/csv";
  input.addEventListener("change", () => offerFiles([...(input.files ?? [])], t));
  input.click();
}
