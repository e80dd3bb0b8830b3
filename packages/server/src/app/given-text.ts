import type { App } from "./app.ts";
import type { Problem } from "./problems.ts";

/** @returns the problem of a calendar's or person's name, if any */
export function nameProblem(app: App, name: string, field = "name"): Problem | undefined {
  const maximum = app.limits.nameLength;
  return name.trim() === "" || name.length > maximum ? { code: "invalid-name", field, maximum } : undefined;
}
