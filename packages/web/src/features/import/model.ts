// What other features use of the import of files.
export { lookAtFiles, type Looked } from "./look-at-files.ts";
export { isFileProblem, type Importable, type PassedOver } from "./import-files.ts";
export { attachmentsFor } from "./run-imports.ts";
export { partReasonKey, reasonKey } from "./skip-reason.ts";
