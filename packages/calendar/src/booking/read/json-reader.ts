import { BOOKING_LIMITS } from "../limits.ts";
import { readSpan, mostOf, type Span } from "../span.ts";

/** What is wrong with rules that came from outside. `path` leads to the value: `slotPlans/0/passes/1/to`. */
export interface RuleProblem {
  readonly code: RuleProblemCode;
  readonly path: string;
  /** the bound that was passed, where there is one */
  readonly limit?: number;
}

export type RuleProblemCode =
  | "wrong-type"
  | "missing"
  | "unknown-field"
  | "unknown-value"
  | "out-of-range"
  | "too-many"
  | "too-long"
  | "hostile-text"
  | "bad-time"
  | "bad-date"
  | "bad-span"
  | "unknown-zone"
  | "bad-address"
  | "empty"
  | "day-twice"
  | "twice"
  | "passes-overlap"
  | "hours-overlap"
  | "off-cell"
  | "not-in-this-mode"
  | "ends-before-start"
  | "nights-overlap"
  | "too-many-cells"
  | "horizon-too-long"
  | "min-over-max"
  | "never-bookable"
  | "fixed";

/** Control characters, and those that turn the direction of what follows. */
const HOSTILE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

/**
 * Reads values of unknown JSON and collects what is wrong with them. A read that fails returns undefined; what is made
 * of such reads may be used only if there are no problems at the end.
 */
export class JsonReader {
  readonly problems: RuleProblem[] = [];

  fail(code: RuleProblemCode, path: string, limit?: number): undefined {
    // The first hundred say enough, and hostile input is not to cost more.
    if (this.problems.length < 100) this.problems.push({ code, path, ...(limit !== undefined && { limit }) });
    return undefined;
  }

  /** The own fields of an object; a field that is not among `known` is a problem. */
  object(
    value: unknown,
    path: string,
    known: readonly string[],
  ): Readonly<Record<string, unknown>> | undefined {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return this.fail("wrong-type", path);
    for (const key of Object.keys(value).slice(0, 100))
      if (!known.includes(key)) this.fail("unknown-field", `${path && `${path}/`}${key.slice(0, 40)}`);
    return Object.fromEntries(Object.entries(value).filter(([key]) => known.includes(key)));
  }

  list<T>(
    value: unknown,
    path: string,
    most: number,
    read: (each: unknown, path: string) => T | undefined,
  ): readonly T[] {
    if (value === undefined) return [];
    if (!Array.isArray(value)) return this.fail("wrong-type", path) ?? [];
    if (value.length > most) return this.fail("too-many", path, most) ?? [];
    return value.flatMap((each, index) => read(each, `${path}/${String(index)}`) ?? []);
  }

  whole(value: unknown, path: string, least: number, most: number): number | undefined {
    if (typeof value !== "number" || !Number.isInteger(value)) return this.fail("wrong-type", path);
    return value >= least && value <= most
      ? value
      : this.fail("out-of-range", path, value < least ? least : most);
  }

  flag(value: unknown, path: string): boolean | undefined {
    return typeof value === "boolean" ? value : this.fail("wrong-type", path);
  }

  choice<T extends string | number>(value: unknown, path: string, known: readonly T[]): T | undefined {
    if (value === undefined) return this.fail("missing", path);
    return known.find((each) => each === value) ?? this.fail("unknown-value", path);
  }

  text(value: unknown, path: string, most: number = BOOKING_LIMITS.nameLength): string | undefined {
    if (typeof value !== "string") return this.fail(value === undefined ? "missing" : "wrong-type", path);
    if (value.length > most) return this.fail("too-long", path, most);
    if (value.trim() === "") return this.fail("empty", path);
    // House rules have lines and tabs, names have none.
    const plain = most > BOOKING_LIMITS.nameLength ? value.replaceAll(/[\t\n]/g, " ") : value;
    return HOSTILE.test(plain) || !value.isWellFormed() ? this.fail("hostile-text", path) : value;
  }

  span(
    value: unknown,
    path: string,
    most: number,
  ): { readonly text: string; readonly span: Span } | undefined {
    const span = typeof value === "string" ? readSpan(value) : undefined;
    if (!span) return this.fail("bad-span", path);
    return mostOf(span) > most ? this.fail("out-of-range", path, most) : { text: value as string, span };
  }

  /** A text that `read` makes something of; what it makes is not returned. */
  as(
    value: unknown,
    path: string,
    code: RuleProblemCode,
    read: (text: string) => unknown,
  ): string | undefined {
    return typeof value === "string" && value.length < 100 && read(value) !== undefined
      ? value
      : this.fail(value === undefined ? "missing" : code, path);
  }
}
