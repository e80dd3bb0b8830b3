import { sql } from "kysely";
import type { Noun } from "../../port.ts";
import type { BookingPageId, Millis } from "../../records/ids.ts";
import { deleteSome } from "../delete-some.ts";
import type { Scope } from "../scope.ts";
import { bookingLink, bookingPage, bookingPageAddress } from "../tables/booking-pages.ts";

export function bookingPages(scope: Scope): Noun<"bookingPages"> {
  const all = () => scope.query.selectFrom("booking_page").selectAll();
  return {
    byId: (id) => scope.record(bookingPage, all().where("id", "=", id)),
    bySlug: (slug) => scope.record(bookingPage, all().where("id", "=", pageAt(scope, slug))),
    async hasAddress(slug) {
      const query = scope.query.selectFrom("booking_page_address").selectAll().where("slug", "=", slug);
      return (await scope.record(bookingPageAddress, query)) !== undefined;
    },
    async slugsOf(id) {
      const query = scope.query.selectFrom("booking_page_address").selectAll().where("page_id", "=", id);
      return (await scope.records(bookingPageAddress, query.orderBy("slug"))).map(({ slug }) => slug);
    },
    ofAccount: (accountId) =>
      scope.records(
        bookingPage,
        all()
          .where("account_id", "=", accountId)
          .where("deleted_at", "is", null)
          .orderBy("created_at")
          .orderBy("id"),
      ),
    async insert(page) {
      if (!(await takeAddress(scope, page.slug, page.id))) return "duplicate";
      const query = scope.query.insertInto("booking_page").values(bookingPage.row(page));
      const written = await scope.run(query.onConflict((conflict) => conflict.doNothing()));
      return written === 1 ? "inserted" : "duplicate";
    },
    async update(id, fields) {
      const values = bookingPage.changes(fields);
      if (Object.keys(values).length === 0) return;
      await scope.run(scope.query.updateTable("booking_page").set(values).where("id", "=", id));
    },
    async move(id, slug) {
      if (!(await takeAddress(scope, slug, id))) {
        const query = scope.query.selectFrom("booking_page_address").selectAll().where("slug", "=", slug);
        if ((await scope.record(bookingPageAddress, query))?.pageId !== id) return "duplicate";
      }
      await scope.run(scope.query.updateTable("booking_page").set({ slug }).where("id", "=", id));
      return "moved";
    },
    async forget(before, limit) {
      const isOver = sql`deleted_at <= ${before}`;
      const removed = await deleteSome(scope, "booking_page", ["id"], isOver, limit);
      if (removed > 0) {
        const isWithout = sql`page_id not in (select id from booking_page)`;
        await scope.run(sql`delete from booking_link where ${isWithout}`);
        await scope.run(sql`delete from booking_page_address where ${isWithout} and gone_at is null`);
      }
      const isFree = sql`gone_at <= ${before}`;
      return removed + (await deleteSome(scope, "booking_page_address", ["slug"], isFree, limit));
    },
    removeOfAccount: (accountId, now) => removeOfAccount(scope, accountId, now),
  };
}

const pageAt = (scope: Scope, slug: string) =>
  scope.query.selectFrom("booking_page_address").select("page_id").where("slug", "=", slug);

/** @returns false: it is a page's already */
async function takeAddress(scope: Scope, slug: string, pageId: BookingPageId): Promise<boolean> {
  const row = bookingPageAddress.row({ slug, pageId, goneAt: null });
  const query = scope.query.insertInto("booking_page_address").values(row);
  return (await scope.run(query.onConflict((conflict) => conflict.doNothing()))) === 1;
}

async function removeOfAccount(scope: Scope, accountId: string, now: Millis): Promise<void> {
  const pages = sql`(select id from booking_page where account_id = ${accountId})`;
  await scope.run(sql`delete from booking_link where page_id in ${pages}`);
  await scope.run(sql`update booking_page_address set gone_at = ${now} where page_id in ${pages}`);
  await scope.run(scope.query.deleteFrom("booking_page").where("account_id", "=", accountId));
}

export function bookingLinks(scope: Scope): Noun<"bookingLinks"> {
  const all = () => scope.query.selectFrom("booking_link").selectAll();
  return {
    byId: (id) => scope.record(bookingLink, all().where("id", "=", id)),
    byTokenHash: (tokenHash) => scope.record(bookingLink, all().where("token_hash", "=", tokenHash)),
    ofPage: (pageId) =>
      scope.records(bookingLink, all().where("page_id", "=", pageId).orderBy("created_at").orderBy("id")),
    insert: async (link) =>
      void (await scope.run(scope.query.insertInto("booking_link").values(bookingLink.row(link)))),
    async use(id, now) {
      const used = scope.query
        .updateTable("booking_link")
        .set((e) => ({ used: e("used", "+", 1), used_at: now }))
        .where("id", "=", id)
        .where((e) => e.or([e("uses", "is", null), e("used", "<", e.ref("uses"))]))
        .where((e) => e.or([e("until", "is", null), e("until", ">", now)]));
      return (await scope.run(used)) === 1;
    },
    remove: async (id) => (await scope.run(scope.query.deleteFrom("booking_link").where("id", "=", id))) > 0,
  };
}
