// Runs on the pages for booking that the server draws for people without an account, which work without it: it keeps the time for as long as a
// guest fills in the form for it, and gives it up when they look for another one. In a frame it says how high the page is.

const STORED = "snart.filling";

/** What this tab keeps. */
interface Kept {
  /** of the form, with what it asks for */
  readonly path: string;
  readonly length: string;
  /** the mark of the form by which it is kept */
  readonly once: string;
}

interface Answer {
  readonly text?: string;
  readonly until?: number;
  readonly isLeft?: boolean;
}

if (window !== top) tellHeight();
const form = document.querySelector<HTMLFormElement>("form[data-holds]");
const kept = stored();
if (form) fillIn(form);
else if (kept) void leave(kept);

/** Tells the page that shows this one in a frame how high it is (`frame.ts`); the owner of the booking page says which may. */
function tellHeight(): void {
  const main = document.querySelector("main");
  const tell = (): void => {
    const { bottom = 0 } = main?.getBoundingClientRect() ?? {};
    parent.postMessage({ snartHeight: Math.ceil(bottom + scrollY) }, "*");
  };
  tell();
  // That page may begin to listen later than this one speaks.
  addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
    if (source === parent && (data as { readonly snartHeight?: unknown } | null)?.snartHeight === "?") tell();
  });
  if (main) new ResizeObserver(tell).observe(main);
}

function fillIn(filled: HTMLFormElement): void {
  const [once, length] = [field(filled, "once"), field(filled, "length")];
  if (!once || !length) return;
  let isBegun = false;
  const begin = (): void => {
    if (isBegun) return;
    isBegun = true;
    void hold(filled, once, { path: location.pathname, length: length.value, once: once.value });
  };
  // The same form again, reloaded or in the other language.
  if (kept?.path === location.pathname && kept.length === length.value) begin();
  filled.addEventListener("input", begin);
  filled.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) begin();
  });
}

async function hold(filled: HTMLFormElement, mark: HTMLInputElement, wish: Kept): Promise<void> {
  const isSame = kept?.path === wish.path && kept.length === wish.length;
  const again = isSame ? await ask(kept, "fill") : undefined;
  if (kept && again?.until !== undefined) {
    // A form that came back too soon has a mark by which it is not too soon again, and which knows what is kept as well.
    if (!mark.value.startsWith("0-")) mark.value = kept.once;
    say(filled, again.text ?? "", false);
    return;
  }
  // What was kept for another time is given up first.
  if (kept && !isSame) await ask(kept, "leave");
  const { text = "", until } = (await ask(wish, "fill")) ?? {};
  say(filled, text, until === undefined);
  if (until !== undefined) store(wish);
}

/** The times that are shown count what this tab keeps as somebody else's: they are asked for anew. */
async function leave(own: Kept): Promise<void> {
  const answer = await ask(own, "leave");
  forget();
  if (answer?.isLeft === true) location.reload();
}

function say(filled: HTMLFormElement, text: string, isWrong: boolean): void {
  const line = filled.querySelector(".kept");
  if (!line) return;
  line.textContent = text;
  line.classList.toggle("wrong", isWrong && text !== "");
}

/** @returns undefined: nobody answers, and the page is as without a script */
async function ask({ path, length, once }: Kept, wish: "fill" | "leave"): Promise<Answer | undefined> {
  const given = new URLSearchParams(location.search);
  const body = new URLSearchParams({ do: wish, length, once });
  for (const name of ["lang", "zone", "link"]) {
    const value = (form ? field(form, name)?.value : undefined) ?? given.get(name);
    if (value !== null) body.set(name, value);
  }
  try {
    const response = await fetch(path, { method: "POST", body, keepalive: true });
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    return isJson === true ? ((await response.json()) as Answer) : undefined;
  } catch {
    return undefined;
  }
}

function field(filled: HTMLFormElement, name: string): HTMLInputElement | undefined {
  const found = filled.elements.namedItem(name);
  return found instanceof HTMLInputElement ? found : undefined;
}

/** Without storage what is kept lasts as long as it would. */
function stored(): Kept | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(STORED) ?? "null") as Kept | null) ?? undefined;
  } catch {
    return undefined;
  }
}
function store(own: Kept): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify(own));
  } catch {
    // Said above.
  }
}
function forget(): void {
  try {
    sessionStorage.removeItem(STORED);
  } catch {
    // Said above.
  }
}
