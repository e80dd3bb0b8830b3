const STORED = "snart.votes";
/** What the server puts into the form itself, made anew with each page, and the trap for programs. */
const LEFT_OUT = new Set(["once", "lang", "zone", "website"]);

interface Kept {
  /** of the poll's page */
  readonly path: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** Keeps in this tab what somebody fills in, so that a reload loses nothing; what was sent is forgotten. */
export function keepVotes(form: HTMLFormElement | null): void {
  try {
    if (new URLSearchParams(location.search).has("saved")) sessionStorage.removeItem(STORED);
    if (!form) return;
    // A form that comes back with something wrong has what was sent already.
    if (document.querySelector(".wrong[role=alert]") === null) restore(form);
    form.addEventListener("input", () => keep(form));
    form.addEventListener("change", () => keep(form));
  } catch {
    // Without storage what is filled in lasts as long as the page.
  }
}

function keep(form: HTMLFormElement): void {
  const fields = [...new FormData(form)].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" && !LEFT_OUT.has(name) ? [[name, value]] : [],
  );
  sessionStorage.setItem(STORED, JSON.stringify({ path: location.pathname, fields } satisfies Kept));
}

/** The name of a time's field has its time in it: an answer about one that has moved meanwhile is not taken for another. */
function restore(form: HTMLFormElement): void {
  const kept = JSON.parse(sessionStorage.getItem(STORED) ?? "null") as Kept | null;
  if (kept?.path !== location.pathname || !Array.isArray(kept.fields)) return;
  for (const [name, value] of kept.fields) {
    const field = form.elements.namedItem(name);
    if (field instanceof RadioNodeList || field instanceof HTMLInputElement) field.value = value;
  }
  const ticked = new Set(kept.fields.map(([name]) => name));
  for (const box of form.querySelectorAll<HTMLInputElement>("input[type=checkbox]"))
    box.checked = ticked.has(box.name);
}
