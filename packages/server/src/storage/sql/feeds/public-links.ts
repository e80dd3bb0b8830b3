import type { Selectable, Updateable } from "kysely";
import type { PublicLinkReads, PublicLinkWrites } from "../../port/feeds.ts";
import type { CalendarId, PrincipalId } from "../../records/ids.ts";
import type { PublicLink } from "../../records/feeds.ts";
import type { PublicLinkTable } from "../tables/calendars.ts";
import type { Scope } from "../scope.ts";

export function publicLinks(scope: Scope): PublicLinkReads & PublicLinkWrites {
  const all = () => scope.query.selectFrom("public_link").selectAll();
  return {
    async byId(id) {
      const row = await scope.row(all().where("id", "=", id));
      return row && fromRow(row);
    },
    async byTokenHash(tokenHash) {
      const row = await scope.row(all().where("token_hash", "=", tokenHash));
      return row && fromRow(row);
    },
    ofCalendars: async (calendarIds) =>
      calendarIds.length === 0
        ? []
        : (
            await scope.rows(
              all()
                .where(scope.dialect.isIn("calendar_id", scope.list(calendarIds)))
                .orderBy("created_at")
                .orderBy("id"),
            )
          ).map(fromRow),
    insert: (link) => insert(scope, link),
    async update(id, fields) {
      const values = columns(fields);
      if (Object.keys(values).length === 0) return;
      await scope.run(scope.query.updateTable("public_link").set(values).where("id", "=", id));
    },
    remove: async (id) => (await scope.run(scope.query.deleteFrom("public_link").where("id", "=", id))) > 0,
  };
}

const fromRow = (row: Selectable<PublicLinkTable>): PublicLink => ({
  id: row.id,
  calendarId: row.calendar_id as CalendarId,
  label: row.label,
  tokenHash: row.token_hash,
  detail: row.detail as PublicLink["detail"],
  mayEmbed: row.may_embed === 1,
  createdBy: row.created_by as PrincipalId,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
});

async function insert(scope: Scope, link: PublicLink): Promise<void> {
  await scope.run(
    scope.query.insertInto("public_link").values({
      id: link.id,
      calendar_id: link.calendarId,
      label: link.label,
      token_hash: link.tokenHash,
      detail: link.detail,
      may_embed: link.mayEmbed ? 1 : 0,
      created_by: link.createdBy,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
      revoked_at: link.revokedAt,
    }),
  );
}

function columns(fields: Partial<PublicLink>): Updateable<PublicLinkTable> {
  return {
    ...(fields.label !== undefined && { label: fields.label }),
    ...(fields.detail !== undefined && { detail: fields.detail }),
    ...(fields.mayEmbed !== undefined && { may_embed: fields.mayEmbed ? 1 : 0 }),
    ...(fields.expiresAt !== undefined && { expires_at: fields.expiresAt }),
    ...(fields.revokedAt !== undefined && { revoked_at: fields.revokedAt }),
  };
}
