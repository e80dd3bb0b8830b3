// A table's columns are written once: as the fields of a record, each with its stored form. The type of the table,
// the columns to select, the record of a row and the row of a record follow from that. Names follow too: `calendarId`
// is `calendar_id`.

/** Stands for "without end" in columns; larger than any instant. */
export const END_OF_TIME = Number.MAX_SAFE_INTEGER;

interface Way {
  readonly read: (stored: unknown) => unknown;
  readonly write: (value: unknown) => unknown;
}

const toJson = (value: unknown): string => JSON.stringify(value);
const ofJson = (stored: unknown): unknown => JSON.parse(stored as string);

/** The forms in which values are stored. */
const WAYS = {
  /** text, numbers, bytes and null */
  plain: { read: (stored) => stored, write: (value) => value },
  /** optional values; absent is null */
  plainOrAbsent: { read: (stored) => stored ?? undefined, write: (value) => value ?? null },
  /** an instant, where null is endless: stored as one after all others */
  endOrNever: {
    read: (stored) => (stored === END_OF_TIME ? null : stored),
    write: (value) => value ?? END_OF_TIME,
  },
  /** a boolean, as 0 or 1 */
  flag: { read: (stored) => stored === 1, write: (value) => (value ? 1 : 0) },
  /** anything, as JSON text; also null and absent values */
  json: { read: ofJson, write: (value) => toJson(value ?? null) },
  /** a structure, as JSON text; null as null */
  jsonOrNull: {
    read: (stored) => (stored === null ? null : ofJson(stored)),
    write: (value) => (value === null ? null : toJson(value)),
  },
} as const satisfies Record<string, Way>;

type Form = keyof typeof WAYS;

/** The forms that a field of a type may have. */
type FormFor<V> = unknown extends V
  ? "json"
  : undefined extends V
    ? "plain" | "plainOrAbsent"
    : [V] extends [boolean]
      ? "flag"
      : [V] extends [string | number | Uint8Array | null]
        ? "plain" | ([V] extends [number | null] ? "endOrNever" : never)
        : null extends V
          ? "jsonOrNull"
          : "json";

/** A form in a column with another name than the field's. */
interface Named<Name extends string, F extends Form> {
  readonly column: Name;
  readonly form: F;
}
export const named = <const Name extends string, const F extends Form>(
  column: Name,
  form: F,
): Named<Name, F> => ({ column, form });

/** A form for each field of a record. */
export type Forms<R> = { readonly [K in keyof R]-?: FormFor<R[K]> | Named<string, FormFor<R[K]>> };

/** The type of a plain value's column: for a branded id, or a union of words, its text. */
type Plain<V> = V extends string ? string : V extends number ? number : V extends undefined ? never : V;
type StoredAs<V> = {
  plain: Plain<V>;
  plainOrAbsent: Plain<V> | null;
  endOrNever: number;
  flag: number;
  json: string;
  jsonOrNull: string | null;
};

type SnakeCase<S extends string> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : S;
type NameOf<K, F> = F extends Named<infer Name, Form> ? Name : SnakeCase<K & string>;
type FormOf<F> = F extends Named<string, infer Inner> ? Inner : F & Form;
type Row<R, F extends Forms<R>> = {
  -readonly [K in keyof R as NameOf<K, F[K]>]-?: StoredAs<R[K]>[FormOf<F[K]>];
};

/** The columns of a record, and the conversions in both directions. */
export interface Columns<R, Row> {
  /** for a select of no others */
  readonly names: readonly (keyof Row & string)[];
  /** @param row may have more columns */
  readonly read: (row: Readonly<Row>) => R;
  /** The same from values in the order of the names, for many rows. */
  readonly readValues: (values: readonly unknown[]) => R;
  readonly row: (record: R) => Row;
  /** The columns of the given fields. */
  readonly changes: (fields: Partial<R>) => Partial<Row>;
}

/** The columns as the type of a table. */
export type RowOf<C extends { readonly row: (record: never) => unknown }> = ReturnType<C["row"]>;

interface Field {
  readonly name: string;
  readonly column: string;
  readonly form: Form;
}

function fieldOf([name, given]: [string, Form | Named<string, Form>]): Field {
  const snakeCase = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return { name, ...(typeof given === "string" ? { column: snakeCase, form: given } : given) };
}

type Values = Record<string, unknown>;

/**
 * Makes a record of a row, or of a row's values. Plain fields come first and need no check.
 * @param placeOf where a field is stored
 */
function reader(
  fields: readonly Field[],
  placeOf: (field: Field, index: number) => string | number,
): (from: object) => Values {
  const places = fields.map((field, index) => ({ ...field, at: placeOf(field, index) }));
  const plain = places.filter(({ form }) => form === "plain");
  const others = places.filter(({ form }) => form !== "plain");
  return (from) => {
    const stored = from as Readonly<Record<string | number, unknown>>;
    const record: Values = {};
    for (const { name, at } of plain) record[name] = stored[at];
    for (const { name, at, form } of others) {
      const value = WAYS[form].read(stored[at]);
      if (value !== undefined) record[name] = value;
    }
    return record;
  };
}

function rowOf(fields: readonly Field[], record: Values): Values {
  const row: Values = {};
  for (const { name, column, form } of fields) row[column] = WAYS[form].write(record[name]);
  return row;
}

/**
 * Describes how a record is stored, field by field; takes the record's type first and its forms then, so that the
 * column types can be inferred from the forms.
 */
export const columnsOf =
  <R extends object>() =>
  <const F extends Forms<R>>(forms: F & Record<Exclude<keyof F, keyof R>, never>): Columns<R, Row<R, F>> => {
    const fields = Object.entries<Form | Named<string, Form>>(forms).map(fieldOf);
    const columns: Columns<Values, Values> = {
      names: fields.map(({ column }) => column),
      read: reader(fields, ({ column }) => column),
      readValues: reader(fields, (_, index) => index),
      row: (record) => rowOf(fields, record),
      changes: (changed) =>
        rowOf(
          fields.filter(({ name }) => changed[name] !== undefined),
          changed,
        ),
    };
    return columns as unknown as Columns<R, Row<R, F>>;
  };
