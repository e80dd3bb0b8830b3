import manifest from "../package.json" with { type: "json" };

/** The version of this Snart. */
export const VERSION: string = manifest.version;
