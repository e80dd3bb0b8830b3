import { sql, type CompiledQuery, type Kysely, type RawBuilder } from "kysely";
import type { Database } from "./database.ts";
import type { Dialect } from "./dialects/dialect.ts";
import type { Prepared } from "./dialects/postgres-connection.ts";
import type { Remembered } from "./dialects/sqlite-connection.ts";

/** A query of the builder or of its `sql` tag. */
export interface Buildable<R> {
  compile(builder: Kysely<Database>): CompiledQuery<R>;
}

/** A place in a statement that each execution fills. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Gives a slot for any property. */
const slots = new Proxy<Record<string, Slot>>(
  {},
  { get: (known, name) => (typeof name === "string" ? (known[name] ??= new Slot(name)) : undefined) },
);

let statements = 0;

/**
 * A query of fixed shape, built and compiled once per dialect instead of at every execution (building costs several
 * times as much as a point read of SQLite does); it has a name, by which a database plans it once per connection.
 * @param build makes the query; `p` stands for the parameters and must only be passed on as values
 * @param options whether a database that can tell cheaply that nothing has changed may answer from memory: for what is asked for with
 * nearly every request, has few rows and takes text and integers only
 * @returns fills the parameters in
 */
export function statement<P extends object, R>(
  build: (query: Kysely<Database>, p: P, dialect: Dialect) => Buildable<R>,
  { isRemembered = false, isRememberedInSnapshot = isRemembered }: Remembered = {},
): (dialect: Dialect, parameters: P) => CompiledQuery<R> {
  const compiled = new WeakMap<Dialect, CompiledQuery<R>>();
  const name = `s${++statements}`;
  return (dialect, parameters) => {
    let template = compiled.get(dialect);
    if (template === undefined) {
      template = build(dialect.query, slots as unknown as P, dialect).compile(dialect.query);
      compiled.set(dialect, template);
    }
    const values = parameters as Record<string, unknown>;
    const filled = template.parameters.map((v) => (v instanceof Slot ? fill(v, values) : v));
    const query = { ...template, parameters: filled, isRemembered, isRememberedInSnapshot, name };
    return query satisfies CompiledQuery<R> & Remembered & Prepared;
  };
}

/** The parameters of these names, as they stand for the columns of an insertion or an update. */
export const taken = <P extends object, const N extends keyof P>(names: readonly N[], p: P): Pick<P, N> =>
  Object.fromEntries(names.map((name) => [name, p[name]])) as Pick<P, N>;

function fill(slot: Slot, values: Record<string, unknown>): unknown {
  const value = values[slot.name];
  if (value === undefined) throw new Error(`statement parameter ${slot.name} is missing`);
  return value;
}

/**
 * What an index is restricted to, as it stands in the statement: SQLite reads a parameter that is compared with such a column when it
 * plans, and so prepares the statement again each time. Only for what nobody has typed.
 */
export const constant = <V extends string | number>(value: V): RawBuilder<V> => sql.lit(value);

/**
 * A limit that comes with each execution. SQLite reads a bare parameter there when it plans, and so prepares the
 * statement again each time, which takes longer than reading the result.
 */
export const limitOf = (limit: number): RawBuilder<number> => sql<number>`cast(${limit} as bigint)`;
