import { failed, ok, type Result } from "../../result.ts";
import { JsonReader, type RuleProblem } from "./json-reader.ts";

/** Reads one field, or reports what is wrong with it and gives undefined. */
export type FieldReader = (json: JsonReader, value: unknown, path: string) => unknown;

/** Reads a field that is a list of at most so many. */
export const list =
  <T>(most: number, read: (json: JsonReader, each: unknown, path: string) => T | undefined): FieldReader =>
  (json, value, path) =>
    json.list(value, path, most, (each, at) => read(json, each, at));

interface Shape<T> {
  readonly readers: { readonly [K in keyof T]-?: FieldReader };
  readonly required: readonly string[];
  /** Reports what makes no sense together, of fields that are right each by itself. */
  readonly checkSense: (json: JsonReader, value: T) => void;
}

/** An object out of JSON from outside, or everything that is wrong with it (at most a hundred problems). */
export function readObject<T extends object>(
  value: unknown,
  { readers, required, checkSense }: Shape<T>,
): Result<T, readonly RuleProblem[]> {
  const json = new JsonReader();
  const fields = json.object(value, "", Object.keys(readers));
  if (!fields) return failed(json.problems);
  for (const key of required) if (fields[key] === undefined) json.fail("missing", key);
  const read = Object.entries<FieldReader>(readers).flatMap(([key, reader]) => {
    const given = fields[key];
    const made = given === undefined ? undefined : reader(json, given, key);
    return made === undefined ? [] : [[key, made] as const];
  });
  if (json.problems.length > 0) return failed(json.problems);
  // Every reader returns its field's type, or reports a problem.
  const whole = Object.fromEntries(read) as unknown as T;
  checkSense(json, whole);
  return json.problems.length > 0 ? failed(json.problems) : ok(whole);
}
