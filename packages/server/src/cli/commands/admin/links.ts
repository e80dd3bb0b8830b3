import { linksOfAccount, removeBookingLink } from "../../../app/booking-pages/booking-links.ts";
import { publicLinksOf, removePublicLink } from "../../../app/feeds/public-links.ts";
import type { Actor } from "../../../app/actor.ts";
import type { App } from "../../../app/app.ts";
import { actorOfUser } from "../../actor-of-user.ts";
import { CommandProblem, type Command } from "../../command.ts";
import { WHO } from "../../person-named.ts";
import { JSON_FLAG, printRow, printRows, timeOf } from "../../print-rows.ts";
import { unwrap } from "../../unwrap.ts";

/** A link by which people without an account see a calendar, or book at a page. */
interface LinkLine {
  readonly kind: "calendar" | "booking-page";
  readonly id: string;
  readonly name: string;
  readonly endsAt: string | null;
  readonly isRevoked: boolean;
}

/** Both kinds of links of somebody's own account; what opens them is stored nowhere. */
async function linksOf(app: App, actor: Actor): Promise<readonly LinkLine[]> {
  const calendars = await publicLinksOf(app, actor, actor.principalId);
  const pages = await linksOfAccount(app, actor, actor.principalId);
  return [
    ...calendars.map(({ id, label, expiresAt, revokedAt }): LinkLine => ({
      kind: "calendar",
      id,
      name: label,
      endsAt: timeOf(expiresAt),
      isRevoked: revokedAt !== null,
    })),
    ...pages.map(({ id, name }): LinkLine => ({
      kind: "booking-page",
      id,
      name,
      endsAt: null,
      isRevoked: false,
    })),
  ];
}

const cellsOf = ({ kind, id, name, endsAt, isRevoked }: LinkLine) => [
  kind,
  id,
  name,
  endsAt,
  isRevoked ? "revoked" : "open",
];

const list: Command = {
  name: "link list",
  summary:
    "Lists the links by which people without an account see somebody's calendars or book at their pages: kind, id, name, end (UTC), whether it opens; separated by tabs. The links themselves are stored nowhere.",
  args: [WHO],
  flags: JSON_FLAG,
  examples: ["link list nils"],
  async run(context) {
    const [who = ""] = context.positionals;
    const app = await context.openApp();
    return printRows(context, await linksOf(app, await actorOfUser(app, who)), cellsOf);
  },
};

const remove: Command = {
  name: "link remove",
  summary: "Ends such a link, for good.",
  args: [WHO, { name: "ID", says: "As link list names it." }],
  flags: JSON_FLAG,
  examples: ["link remove nils 01a2b3c4"],
  async run(context) {
    const [who = "", id] = context.positionals;
    const app = await context.openApp();
    const actor = await actorOfUser(app, who);
    const link = (await linksOf(app, actor)).find((it) => it.id === id);
    if (!link) throw new CommandProblem("There is no such link.");
    const end = link.kind === "calendar" ? removePublicLink : removeBookingLink;
    unwrap(await end(app, actor, link.id));
    return printRow(context, { ...link, isRevoked: true }, cellsOf);
  },
};

export const linkCommands: readonly Command[] = [list, remove];
