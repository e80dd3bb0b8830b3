import { laterPart } from "../../ui/later-part.tsx";
import { offerFiles } from "./begin-import.ts";

/** Lets calendar files be dropped anywhere on the page by somebody who is signed in, and shows the import that follows. */
export const ImportDrop = laterPart(() =>
  import("./components/import-drop.tsx").then((module) => module.ImportDrop),
);

/** Opens the file chooser of the system and begins an import with what is chosen. */
export function chooseImportFiles(): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.accept = ".ics,.ical,.icalendar,.ifb,text/calendar";
  input.addEventListener("change", () => void offerFiles([...(input.files ?? [])]));
  input.click();
}
