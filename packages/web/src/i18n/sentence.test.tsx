import { nodeMessages } from "@snart/locales/messages-node.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { SpeechContext, type Language } from "./messages.ts";
import { Sentence } from "./sentence.tsx";

const render = (language: Language, args: Parameters<typeof Sentence>[0]["args"]) =>
  renderToStaticMarkup(
    <SpeechContext value={{ language, messages: nodeMessages(language), setLanguage: () => undefined }}>
      <Sentence of="holiday.line" args={args} />
    </SpeechContext>,
  );

describe("a sentence with elements in it", () => {
  it("puts them where the language needs them", () => {
    const args = { name: <b>Juldagen</b>, date: "25 dec", week: 52 };
    expect(render("sv", args)).toBe("<b>Juldagen</b> 25 dec, vecka 52");
    expect(render("en-GB", args)).toBe("<b>Juldagen</b> 25 dec, week 52");
  });

  it("shows texts as they are, markup and placeholders included", () => {
    const hostile = "<script>\uE000constructor\uE001{date}";
    expect(render("sv", { name: hostile, date: <i>d</i>, week: 1 })).toBe(
      "&lt;script&gt;constructor{date} <i>d</i>, vecka 1",
    );
  });
});

it("needs a language provider", () => {
  expect(() => renderToStaticMarkup(<Sentence of="holiday.line" args={{}} />)).toThrow("LanguageProvider");
});
