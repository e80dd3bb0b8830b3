import { join } from "node:path";

/** The folder that Snart is installed in: of the sources, and of what is built of them as well. */
export const ROOT = join(import.meta.dirname, "..", "..", "..");
