import { describe, expect, it } from "vitest";
import { changedFields, originsOf, pageToSend, problemsOfPage, type PageDraft } from "./page-record.ts";

const page: PageDraft = {
  slug: "elin",
  title: { en: "Talk to Elin", sv: "Prata med Elin" },
  description: {},
  languages: ["en-GB", "sv"],
  isListed: false,
  requiresAccount: false,
  embedOrigins: [],
  keepDays: 30,
  state: "paused",
  pausedUntil: "2026-11-30T08:00:00Z",
};

describe("what a page says of itself", () => {
  it("is right as it is, and nothing of it is sent where nothing was touched", () => {
    expect(problemsOfPage(page)).toEqual([]);
    expect(changedFields(page, pageToSend(page))).toEqual({});
  });

  it.each<[Partial<PageDraft>, string]>([
    [{ title: { en: " " } }, "title"],
    [{ description: { sv: "x".repeat(2_001) } }, "description"],
    [{ languages: [] }, "languages"],
    [{ keepDays: 0 }, "keepDays"],
    [{ keepDays: 367 }, "keepDays"],
    [{ keepDays: NaN }, "keepDays"],
    [{ embedOrigins: originsOf("javascript:alert(1)") }, "embedOrigins"],
    [{ embedOrigins: originsOf("https://*.example") }, "embedOrigins"],
    [{ embedOrigins: originsOf("ftp://example.org") }, "embedOrigins"],
    [{ embedOrigins: Array.from({ length: 21 }, (_, at) => `https://${at}.example`) }, "embedOrigins"],
  ])("finds %j wrong by its field", (fields, path) => {
    expect(problemsOfPage({ ...page, ...fields }).map((each) => each.path)).toContain(path);
  });

  it("makes origins of what people write", () => {
    expect(originsOf(" example.org\nhttps://example.org/book?x=1\n\nhttp://localhost:8080 ")).toEqual([
      "https://example.org",
      "http://localhost:8080",
    ]);
  });

  it("sends what differs alone, and no date for a page that is open", () => {
    const after = pageToSend({ ...page, state: "open", title: { en: "Talk to Elin ", sv: "" } });
    expect(changedFields(page, after)).toEqual({
      state: "open",
      pausedUntil: null,
      title: { en: "Talk to Elin" },
    });
  });
});
