import { readFileSync } from "node:fs";
import { join } from "node:path";
import { localFromFields } from "@snart/calendar/time/local.ts";
import { expect, it } from "vitest";
import { addressOf, readAddress } from "./grid/view-address.ts";
import { PAGES } from "./pages.ts";

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), "utf8");
const today = localFromFields(2026, 11, 23, 0, 0, 0);

it("lists every route of the router and every page of the settings, and no other", () => {
  const routesOf = (source: string): readonly string[] =>
    [...source.matchAll(/path="(\/[^"*]+?)(?:\/\*\?)?"/g)].map(([, path = ""]) => path);
  const [, kinds = ""] = /path=\{\/\^\\\/\(\?:([a-z|]+)\)/.exec(read("routes.tsx")) ?? [];
  const byLink = routesOf(read("link-pages.tsx"));
  expect(byLink.filter((path) => path.endsWith("/:token"))).toEqual(
    kinds.split("|").map((kind) => `/${kind}/:token`),
  );
  const routers = ["routes.tsx", "bookable-pages.tsx", "features/polls/screen.tsx"];
  const routed = routers.flatMap((file) => routesOf(read(file))).concat(byLink);
  const [own = "", administration = ""] = read("features/settings/pages.ts").split("adminPages");
  const pagesIn = (source: string): readonly string[] =>
    [...source.matchAll(/path: "([a-z/-]+)"/g)].map(([, path]) => path ?? "");
  const settings = [
    ...pagesIn(own).map((path) => `/settings/${path}`),
    ...pagesIn(administration).map((path) => `/admin/${path}`),
  ];
  const views = PAGES.filter(({ example }) => readAddress(example, today)).map(({ path }) => path);
  expect(views).toEqual([
    "/day/:date",
    "/week/:year-Wnn",
    "/workweek/:year-Wnn",
    "/days/:n/:date",
    "/weeks/:n/:year-Wnn",
    "/month/:year-mm",
    "/year/:yyyy",
    "/soon",
    "/tasks",
    "/search",
    "/bookables",
    "/bookables/day/:date",
    "/bookables/:id/:year-Wnn",
  ]);
  const listed = PAGES.map(({ path }) => path).filter(
    (path) => path !== "/" && !(views as string[]).includes(path),
  );
  expect(listed.toSorted()).toEqual(
    [
      ...new Set([...routed.filter((path) => path !== "/settings" && path !== "/admin"), ...settings]),
    ].toSorted(),
  );
});

it("gives every view an address that leads back to it", () => {
  for (const example of [
    "/day/2026-11-23",
    "/week/2026-W48",
    "/week/2026-W53",
    "/workweek/2026-W48",
    "/days/2/2026-11-29",
    "/weeks/8/2026-W53",
    "/month/2026-11",
    "/year/2026",
    "/soon",
  ]) {
    const view = readAddress(example, today);
    expect(view && addressOf(view)).toBe(example);
  }
});
