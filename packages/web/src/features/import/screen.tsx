import { part } from "../../ui/part.tsx";

/** No file is dropped while the first page is being drawn. */
export const { Soon: ImportDrop } = part(() => import("./import-drop.tsx").then((it) => it.ImportDrop));
export { chooseImportFiles } from "./choose-files.ts";
