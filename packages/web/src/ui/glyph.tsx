export type GlyphName = "reply" | "repeats" | "guests" | "video" | "reminder" | "private";

/** Drawn on a 12 px grid with 1.15 px strokes: icons made for 24 px blur at this size. */
const paths: Readonly<Record<GlyphName, string>> = {
  reply: "M4.1 4.2a1.95 1.95 0 1 1 2.9 1.7c-.7.4-1 .8-1 1.5M6 9.6v.1",
  repeats:
    "M10.2 5.2A4.3 4.3 0 0 0 2.6 3.4L1.8 4.2M1.8 1.9v2.3h2.3M1.8 6.8a4.3 4.3 0 0 0 7.6 1.8l.8-.8M10.2 10.1V7.8H7.9",
  guests:
    "M6.6 10V9a2 2 0 0 0-2-2H2.8a2 2 0 0 0-2 2v1M3.7 5.2a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5M11.2 10V9a2 2 0 0 0-1.6-1.95M7.9 1.8a1.75 1.75 0 0 1 0 3.35",
  video:
    "M7.4 3H1.9a.9.9 0 0 0-.9.9v4.2c0 .5.4.9.9.9h5.5c.5 0 .9-.4.9-.9V3.9c0-.5-.4-.9-.9-.9M8.3 5.4 11 3.7v4.6L8.3 6.6",
  reminder: "M9 4.3a3 3 0 1 0-6 0c0 3-1.2 3.9-1.2 3.9h8.4S9 7.3 9 4.3M5.1 9.9a1.05 1.05 0 0 0 1.8 0",
  private:
    "M9 5.4H3a.9.9 0 0 0-.9.9v3.1c0 .5.4.9.9.9h6c.5 0 .9-.4.9-.9V6.3A.9.9 0 0 0 9 5.4M3.9 5.4V3.7a2.1 2.1 0 0 1 4.2 0v1.7",
};

/** A 12 px sign inside an event; the event's description names it too. */
export const Glyph = ({ name }: { readonly name: GlyphName }) => (
  <svg
    width="12"
    height="12"
    viewBox="0 0 12 12"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.15"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
  >
    <path d={paths[name]} />
  </svg>
);
