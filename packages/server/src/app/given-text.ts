import type { App } from "./app.ts";
import type { Problem } from "./problems.ts";

/** @returns the problem of a calendar's or person's name, if any */
export function nameProblem(app: App, name: string, field = "name"): Problem | undefined {
  const maximum = app.limits.nameLength;
  return name.trim() === "" || name.length > maximum ? { code: "invalid-name", field, maximum } : undefined;
}

/** What no text of one line may hold: control characters, and those that turn the direction of what follows. */
export const HOSTILE = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;

/** What no text of several lines may hold. */
export const CONTROL = /[\p{Cc}--[\n]]/v;

const MAIL = /^[^\s@<>",;:\\()[\]\p{Cc}]{1,64}@[^\s@<>",;:\\()[\]\p{Cc}]{1,190}$/u;

/** Whether what a guest gives is an address that mail can be sent to, so that nothing else can stand in its header. */
export const isMail = (text: string): boolean => MAIL.test(text);
