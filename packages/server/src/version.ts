import manifest from "../package.json" with { type: "json" };

/** The version of Snart that this is. */
export const VERSION: string = manifest.version;
