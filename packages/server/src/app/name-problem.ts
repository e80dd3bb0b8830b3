import type { App } from "./app.ts";
import type { Problem } from "./problems.ts";

/** @returns what is wrong with a calendar's or person's name, if anything */
export function nameProblem(app: App, name: string, field = "name"): Problem | undefined {
  const maximum = app.limits.nameLength;
  return name.trim() === "" || name.length > maximum ? { code: "invalid-name", field, maximum } : undefined;
}
