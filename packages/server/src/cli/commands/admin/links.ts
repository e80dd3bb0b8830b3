import {
  createBookingLink,
  linksOfAccount,
  removeBookingLink,
} from "../../../app/booking-pages/booking-links.ts";
import { listBookingPages } from "../../../app/booking-pages/booking-pages.ts";
import {
  createPublicLink,
  publicLinksOf,
  removePublicLink,
  updatePublicLink,
} from "../../../app/feeds/public-links.ts";
import type { Actor } from "../../../app/actor.ts";
import type { App } from "../../../app/app.ts";
import { actorOfUser } from "../../actor-of-user.ts";
import { addressOf } from "../../address-of.ts";
import { calendarNamed } from "../../calendar-named.ts";
import { CommandProblem, required, UsageProblem, type Command, type CommandContext } from "../../command.ts";
import { wholeNumber } from "../../numbers.ts";
import { printable } from "../../printable.ts";
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

/** @throws CommandProblem for an id that no link of theirs has */
async function linkOf(app: App, actor: Actor, { positionals: [, id] }: CommandContext): Promise<LinkLine> {
  const link = (await linksOf(app, actor)).find((it) => it.id === id);
  if (!link) throw new CommandProblem("There is no such link.");
  return link;
}

const DETAIL = {
  value: "full|busy",
  says: "Whether it shows everything, or only when they are busy.",
} as const;
const UNTIL = {
  value: "TIME",
  says: "When it ends, as 2026-12-24T18:00Z; never ends it at no time.",
} as const;

/** When it ends; undefined: nothing was said of it. */
function endIn({ values: { until } }: CommandContext): number | null | undefined {
  if (typeof until !== "string") return undefined;
  if (until === "never") return null;
  const at = /^\d{4}-\d\d-\d\dT[\d:]+(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(until) ? Date.parse(until) : NaN;
  if (Number.isNaN(at)) throw new UsageProblem("--until is a time as 2026-12-24T18:00Z, or never.");
  return at;
}

/** What a link to a calendar shows; undefined: nothing was said of it. */
function detailIn({ values: { detail } }: CommandContext): "full" | "busy" | undefined {
  if (detail === undefined || detail === "full" || detail === "busy") return detail;
  throw new UsageProblem("--detail is full or busy.");
}

const add: Command = {
  name: "link add",
  summary:
    "Makes a link by which anybody sees one of somebody's calendars, or books at one of their pages, and prints it this once: it is stored nowhere.",
  args: [WHO],
  flags: {
    calendar: { value: "NAME", says: "The calendar: its name, or the last part of its address." },
    page: { value: "SLUG", says: "Or the booking page, by the last part of its address." },
    name: { value: "NAME", says: "What the link is called in their list.", isRequired: true },
    detail: { ...DETAIL, says: `${DETAIL.says} Of a calendar; busy if it is not said.` },
    uses: { value: "N", says: "How often one may book by it. Of a page." },
    until: UNTIL,
    ...JSON_FLAG,
  },
  examples: [
    'link add nils --calendar Training --name "The club"',
    "link add nils --page nils --name Ada --uses 1",
  ],
  async run(context) {
    const { calendar, page } = context.values;
    if ((calendar === undefined) === (page === undefined))
      throw new UsageProblem("Say either --calendar or --page.");
    const app = await context.openApp();
    const actor = await actorOfUser(app, context.positionals[0] ?? "");
    const made =
      typeof calendar === "string"
        ? await addToCalendar(context, app, actor, calendar)
        : await addToPage(context, app, actor, String(page));
    const url = addressOf(context) + made.path;
    const link = (await linksOf(app, actor)).find(({ id }) => id === made.id);
    return printRow(context, { ...link, url }, () => [url]);
  },
};

interface MadeLink {
  readonly id: string;
  readonly path: string;
}

async function addToCalendar(
  context: CommandContext,
  app: App,
  actor: Actor,
  named: string,
): Promise<MadeLink> {
  const grant = await calendarNamed(app, actor, named);
  if (!grant) throw new CommandProblem(`They have no calendar ${printable(named)}.`);
  addressOf(context);
  const fields = {
    label: required(context, "name"),
    detail: detailIn(context) ?? "busy",
    mayEmbed: false,
    expiresAt: endIn(context) ?? null,
  } as const;
  const { link, token } = unwrap(await createPublicLink(app, actor, grant.calendar.id, fields));
  return { id: link.id, path: `/c/${token}` };
}

async function addToPage(context: CommandContext, app: App, actor: Actor, slug: string): Promise<MadeLink> {
  const pages = unwrap(await listBookingPages(app, actor, actor.principalId));
  const page = pages.find((one) => one.slug === slug);
  if (!page) throw new CommandProblem(`They have no booking page ${printable(slug)}.`);
  addressOf(context);
  const uses = context.values["uses"] === undefined ? null : wholeNumber(context, "uses", 1);
  const fields = {
    name: required(context, "name"),
    typeId: null,
    narrowing: {},
    uses,
    until: endIn(context) ?? null,
  };
  const { link, token } = unwrap(await createBookingLink(app, actor, page.id, fields));
  return { id: link.id, path: `/b/${page.slug}?link=${token}` };
}

const change: Command = {
  name: "link change",
  summary: "Changes a link to a calendar; what is not said stays. Links to booking pages do not change.",
  args: [WHO, { name: "ID", says: "As link list names it." }],
  flags: {
    name: { value: "NAME", says: "What it is called in their list." },
    detail: DETAIL,
    until: UNTIL,
    opens: { value: "yes|no", says: "Whether it opens; one that does not can be given back." },
    ...JSON_FLAG,
  },
  examples: ["link change nils 01a2b3c4 --opens no"],
  async run(context) {
    const { name, opens } = context.values;
    if (opens !== undefined && opens !== "yes" && opens !== "no")
      throw new UsageProblem("--opens is yes or no.");
    const [detail, expiresAt] = [detailIn(context), endIn(context)];
    const changes = {
      ...(typeof name === "string" && { label: name }),
      ...(detail && { detail }),
      ...(expiresAt !== undefined && { expiresAt }),
      ...(opens !== undefined && { isRevoked: opens === "no" }),
    };
    if (Object.keys(changes).length === 0) throw new UsageProblem("Say what to change.");
    const app = await context.openApp();
    const actor = await actorOfUser(app, context.positionals[0] ?? "");
    const link = await linkOf(app, actor, context);
    if (link.kind !== "calendar")
      throw new CommandProblem("Links to booking pages do not change: make another.");
    unwrap(await updatePublicLink(app, actor, link.id, changes));
    return printRow(context, await linkOf(app, actor, context), cellsOf);
  },
};

const remove: Command = {
  name: "link remove",
  summary: "Ends such a link, for good.",
  args: [WHO, { name: "ID", says: "As link list names it." }],
  flags: JSON_FLAG,
  examples: ["link remove nils 01a2b3c4"],
  async run(context) {
    const app = await context.openApp();
    const actor = await actorOfUser(app, context.positionals[0] ?? "");
    const link = await linkOf(app, actor, context);
    const end = link.kind === "calendar" ? removePublicLink : removeBookingLink;
    unwrap(await end(app, actor, link.id));
    return printRow(context, { ...link, isRevoked: true }, cellsOf);
  },
};

export const linkCommands: readonly Command[] = [list, add, change, remove];
