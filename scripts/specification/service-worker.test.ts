import { expect, it } from "vitest";
import { answersWith } from "../../packages/web/src/service-worker/answers-with.ts";
import { readPages, readRoutes } from "./routes.ts";

const files = ["/", "/assets/app-1.js"];
/** An address that a pattern of the router stands for. */
const addressOf = (pattern: string): string =>
  pattern.replace(/:\w+(?:\{[^}]*\})?/g, "abc").replace(/\*/g, "abc");
const asked = (path: string, mode: string) => answersWith({ path, mode, method: "GET" }, files);

const routes = readRoutes()
  .filter(({ path, methods }) => path !== "/" && /GET|all/.test(methods))
  .map(({ path }) => addressOf(path));

it("finds the server's routes", () => {
  expect(routes).toEqual(
    expect.arrayContaining(["/export/everything", "/healthz", "/dav/abc", "/attachments/abc/abc"]),
  );
});
it.each(routes)("the service worker leaves %s to the server, also when a link leads there", (path) => {
  for (const mode of ["navigate", "cors", "same-origin"]) expect(asked(path, mode), mode).toBeUndefined();
});
it.each(
  readPages()
    .map(({ path }) => addressOf(path))
    .filter((path) => !routes.includes(path)),
)("the service worker answers %s with the app", (path) => {
  expect(asked(path, "navigate")).toBe("/");
});
