import type { RecordTypes } from "@snart/calendar/jmap/record-types.ts";
import type { Result } from "@snart/calendar/result.ts";
import type { ApiProblem } from "./problem.ts";
import type { JsonRecord } from "./read-json.ts";

/** One method call; the id names its answer and can be referred back to with `resultOf`. */
export type Invocation = readonly [name: string, args: JsonRecord, id: string];

/** The server's answers to one request, by call id. */
export interface Answers {
  /** Returns the arguments of a call's answer; a method error is a problem whose code is its type. */
  readonly of: (id: string) => Result<JsonRecord, ApiProblem>;
  /** Returns the list in the answer of a `/get`. */
  readonly list: <T extends keyof RecordTypes>(id: string) => Result<readonly RecordTypes[T][], ApiProblem>;
}
