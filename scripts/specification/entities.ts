import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly meaning: string;
}
export interface Entity {
  readonly name: string;
  readonly fields: readonly Field[];
}

const PACKAGES = join(import.meta.dirname, "../../packages");
const RECORDS = join(PACKAGES, "server/src/storage/records");
/** Stored as the web app knows them. */
const PREFERENCES = join(PACKAGES, "calendar/src/jmap/profile.ts");

/** The stored nouns of `storage/records/`. */
const ENTITIES = [
  "Principal",
  "Preferences",
  "Credential",
  "Session",
  "Calendar",
  "Share",
  "CalendarView",
  "StoredObject",
  "ObjectVersion",
  "ChangeEntry",
  "BlobRecord",
  "MailDelivery",
  "ReceivedMail",
  "OutboxMessage",
  "Job",
  "Feed",
  "Subscription",
  "PublicLink",
  "GroupMember",
  "AccountLink",
];

/** Reads the entities and their fields from the interfaces of the storage port, comments included. */
export function readEntities(): readonly Entity[] {
  const records = readdirSync(RECORDS).toSorted();
  const files = [...records.map((name) => join(RECORDS, name)), PREFERENCES];
  const source = files.map((path) => readFileSync(path, "utf8")).join("\n");
  return ENTITIES.map((name) => ({ name, fields: fieldsOf(source, name) }));
}

function fieldsOf(source: string, name: string): readonly Field[] {
  const match = new RegExp(`export interface ${name}(?: extends (\\w+))? \\{\\n([\\s\\S]*?)\\n\\}`).exec(
    source,
  );
  if (!match) throw new Error(`there is no interface ${name} of what is stored`);
  const inherited = match[1] === undefined ? [] : fieldsOf(source, match[1]);
  const fields = [...(match[2] ?? "").matchAll(/(?:\/\*\* ([^*]*?) \*\/\s*)?readonly (\w+)\??: ([^;]+);/g)];
  return [
    ...inherited,
    ...fields.map(([, meaning, field, type]) => ({
      name: field ?? "",
      type: type ?? "",
      meaning: meaning ?? "",
    })),
  ];
}
