import { CompiledQuery } from "kysely";
import type { Connection, Dialect } from "../dialects/dialect.ts";
import type { TableShape } from "../../port/archive.ts";

/**
 * Tables that a backup leaves out, and why. Everything else that is in the database is in it, also what a later schema adds: a table
 * that is forgotten here is carried for nothing, and none is lost.
 */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  schema_version: "the manifest says it, and restoring writes it",
  search_doc: "derived from texts, in the form of one database; made anew after restoring",
  search_rest: "what search has not indexed: after restoring, everything",
};

/**
 * The tables that a backup holds, as the database itself describes them, so that it works for every schema: a table comes after those that
 * its rows refer to.
 * @throws if two tables refer to each other, or one has no key
 */
export async function describeTables(connection: Connection, dialect: Dialect): Promise<TableShape[]> {
  const ask = dialect.name === "sqlite" ? SQLITE : POSTGRES;
  const columns = await connection.rows(raw<ColumnRow>(ask.columns));
  const references = await connection.rows(raw<ReferenceRow>(ask.references));
  const shapes = new Map<string, { columns: TableShape["columns"][number][]; key: [number, string][] }>();
  for (const { table, name, type, place } of columns) {
    if (table in LEFT_OUT) continue;
    const shape = shapes.get(table) ?? { columns: [], key: [] };
    shapes.set(table, shape);
    shape.columns.push({ name, kind: kindOf(type, `${table}.${name}`) });
    if (place > 0) shape.key.push([place, name]);
  }
  const described = [...shapes].map(([name, shape]) => ({
    name,
    columns: shape.columns,
    key: shape.key.toSorted(([a], [b]) => a - b).map(([, column]) => column),
  }));
  const keyless = described.find(({ key }) => key.length === 0);
  if (keyless) throw new Error(`the table ${keyless.name} has no key, so it can't be backed up in order`);
  return inOrderOfReferences(described, references);
}

interface ColumnRow {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  /** In the primary key, from 1; 0: not part of it. */
  readonly place: number;
}
interface ReferenceRow {
  readonly table: string;
  readonly target: string;
}

const raw = <R>(text: string): CompiledQuery<R> => CompiledQuery.raw(text) as CompiledQuery<R>;

// Virtual tables and what they consist of are not of the type "table".
const SQLITE_TABLES = `pragma_table_list as t where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'`;
const SQLITE = {
  columns: `select t.name as "table", c.name as name, c.type as type, c.pk as place
    from (select name from ${SQLITE_TABLES}) as t join pragma_table_info(t.name) as c order by t.name, c.cid`,
  references: `select t.name as "table", f."table" as target
    from (select name from ${SQLITE_TABLES}) as t join pragma_foreign_key_list(t.name) as f`,
};
const POSTGRES = {
  columns: `select c.relname::text as "table", a.attname::text as name, format_type(a.atttypid, null) as type,
      coalesce(array_position(i.indkey::int2[], a.attnum) + 1, 0)::int as place
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace order by c.relname collate "C", a.attnum`,
  references: `select c.relname::text as "table", r.relname::text as target
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
    where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace`,
};

function kindOf(type: string, where: string): TableShape["columns"][number]["kind"] {
  const kind = KINDS[type.toLowerCase()];
  if (kind === undefined) throw new Error(`${where} is of the type ${type}, which backups do not know`);
  return kind;
}
const KINDS: Readonly<Record<string, TableShape["columns"][number]["kind"]>> = {
  text: "text",
  integer: "integer",
  bigint: "integer",
  blob: "bytes",
  bytea: "bytes",
};

/** By name, as far as references allow. */
function inOrderOfReferences(
  tables: readonly TableShape[],
  references: readonly ReferenceRow[],
): TableShape[] {
  const waiting = tables.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const placed = new Set<string>();
  const ordered: TableShape[] = [];
  const isFree = ({ name }: TableShape): boolean =>
    references.every(({ table, target }) => table !== name || placed.has(target) || target in LEFT_OUT);
  while (waiting.length > 0) {
    const next = waiting.find(isFree);
    if (!next) throw new Error(`${waiting.map(({ name }) => name).join(", ")} refer to each other`);
    waiting.splice(waiting.indexOf(next), 1);
    placed.add(next.name);
    ordered.push(next);
  }
  return ordered;
}
