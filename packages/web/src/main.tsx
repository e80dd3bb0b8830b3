import "./ui/tokens.css";
import "./ui/fonts.css";
import "./ui/calendar-colours.css";
import "./ui/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ownPath } from "./api/place.ts";
import { App } from "./app.tsx";
import { fetchPage } from "./routes.tsx";
import { recallSession } from "./store/copy/kept-session.ts";
import { fetchWords } from "./i18n/language.tsx";
import { loadSession } from "./store/session.ts";
import { followFocus } from "./ui/overlays/use-focus-back.ts";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

/** Draws once what the first page consists of is here; nothing would be seen before that. */
async function start(element: HTMLElement): Promise<void> {
  const account = recallSession()?.account;
  if (account)
    await Promise.all([fetchPage(ownPath()), fetchWords(account.preferences.language ?? undefined)]);
  createRoot(element).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

try {
  // Back from a provider; without storage nothing was kept.
  if (sessionStorage["snart.bars"])
    void import("./features/signed-out/become-horizon.ts").then((it) => it.landKeptBars());
} catch {}
followFocus();
void loadSession();
// Not awaited here: the page's own files import from this one, and would wait for it.
void start(root);
