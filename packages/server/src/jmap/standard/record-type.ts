import type * as v from "valibot";
import type { Method } from "../method.ts";
import { changesMethod, wholeChangesMethod, type ReadChanges } from "./changes.ts";
import { getMethod, type GetOf } from "./get.ts";
import { queryChangesMethod, queryMethod, type QueryOf } from "./query.ts";
import { setEach, setTogether, type SetOf } from "./set-method.ts";
import { readState, type Source } from "./source.ts";

/** A type of records: the description from which its standard methods (RFC 8620 §5) are made. */
interface RecordType<T, A extends v.ObjectEntries> extends Source<T> {
  readonly name: string;
  readonly get?: GetOf;
  /**
   * `whole`: no log of changes is kept, so after a change everything must be fetched again. Absent: there is no
   * /changes.
   */
  readonly changes?: "whole" | ReadChanges;
  readonly query?: QueryOf;
  readonly set?: SetOf<T, A>;
  /** Its other methods, by the last part of their names. */
  readonly methods?: Readonly<Record<string, Method>>;
}

/** The methods of a type by their names. */
export function recordType<T, A extends v.ObjectEntries = Record<never, never>>(
  type: RecordType<T, A>,
): ReadonlyMap<string, Method> {
  const { capability, changes, query, set } = type;
  const made: Readonly<Record<string, Method | undefined>> = {
    get: getMethod(type, type.get),
    changes: changes === "whole" ? wholeChangesMethod(type) : changes && changesMethod(capability, changes),
    query: query && queryMethod(type, query),
    queryChanges: query?.changes && queryChangesMethod(type, query),
    set: set && setMethod(type, set),
    ...type.methods,
  };
  return new Map(
    Object.entries(made).flatMap(([verb, method]) => (method ? [[`${type.name}/${verb}`, method]] : [])),
  );
}

function setMethod<T, A extends v.ObjectEntries>(type: RecordType<T, A>, set: SetOf<T, A>): Method {
  if (!("together" in set)) return setEach(type, set);
  const { capability, isOwn = false } = type;
  return setTogether(
    { capability, isOwn, state: (context, account) => readState(type, context, account) },
    set,
  );
}
