import { afterEach, describe, expect, it, vi } from "vitest";

// The compiled catalogues exist only in a build; the choice does not depend on them.
vi.mock("./load-messages.ts", () => ({ loadMessages: () => new Promise(() => undefined) }));
const { startLanguage } = await import("./language.tsx");

function browser(stored: string | null | Error, ...languages: string[]): void {
  vi.stubGlobal("navigator", { languages });
  const getItem = (key: string): string | null => {
    if (stored instanceof Error) throw stored;
    return key === "snart.language" ? stored : null;
  };
  vi.stubGlobal("localStorage", { getItem });
}

afterEach(() => vi.unstubAllGlobals());

describe("the initial language", () => {
  it("is the account's, then the one chosen here, then the browser's", () => {
    browser("sv", "en-GB");
    expect(startLanguage("en-GB")).toBe("en-GB");
    expect(startLanguage()).toBe("sv");
    browser(null, "sv-FI", "en");
    expect(startLanguage()).toBe("sv");
    browser(null, "de-DE");
    expect(startLanguage()).toBe("en-GB");
  });

  it("is never an unknown one, and works without storage", () => {
    browser("klingon", "sv");
    expect(startLanguage("tlh")).toBe("sv");
    browser(new Error("storage is forbidden"), "sv");
    expect(startLanguage()).toBe("sv");
  });
});
