// Runs on the page of a poll that the server draws for people without an account, which works without it.

import { keepVotes } from "./kept-votes.ts";

/** Bytes; what a calendar of twenty years has. */
const LARGEST_FILE = 20_000_000;

keepVotes(document.querySelector<HTMLFormElement>("form[method=post]"));
const box = document.querySelector<HTMLElement>("#own-calendar");
if (box) beginComparing(box);
markDay();
addEventListener("hashchange", markDay);

/** On a phone: says which of the days is read, whose tile the style fills, and has the tile in view. */
function markDay(): void {
  const tiles = [...document.querySelectorAll<HTMLAnchorElement>(".tiles a")];
  const read = tiles.find(({ hash }) => hash === location.hash) ?? tiles[0];
  for (const tile of tiles) tile.ariaCurrent = tile === read ? "step" : null;
  const list = read?.parentElement;
  if (read && list) list.scrollLeft = read.offsetLeft - list.offsetLeft - list.clientWidth / 3;
}

/** Lets somebody see what clashes with their own calendar. What reads calendars is large, and fetched when one is chosen. */
function beginComparing(box: HTMLElement): void {
  box.hidden = false;
  const times = [...document.querySelectorAll<HTMLElement>("fieldset.time")];
  const file = box.querySelector<HTMLInputElement>("input");
  const area = box.querySelector<HTMLTextAreaElement>("textarea");
  const [compare, refuse] = box.querySelectorAll("button");
  const output = box.querySelector("output");
  let busy: readonly HTMLElement[] = [];
  const read = async (text: string): Promise<void> => {
    const { compareWith } = await import("./clashes.ts");
    busy = (await compareWith(text, { box, times })) ?? [];
    if (refuse) refuse.hidden = busy.every(isAnswered);
  };
  const failed = (): void => {
    if (output) output.textContent = box.dataset["wrong"] ?? "";
  };
  file?.addEventListener("change", () => {
    const files = [...(file.files ?? [])];
    if (files.length === 0) return;
    if (files.some(({ size }) => size > LARGEST_FILE)) return failed();
    Promise.all(files.map((each) => each.text()))
      .then((texts) => read(texts.join("\n")))
      .catch(failed);
  });
  compare?.addEventListener("click", () => void read(area?.value ?? "").catch(failed));
  // A suggestion only: nothing is sent before the form's own button.
  refuse?.addEventListener("click", () => {
    for (const time of busy.filter((each) => !isAnswered(each)))
      time.querySelector<HTMLInputElement>("input[value=no]")?.click();
    refuse.hidden = true;
  });
}

const isAnswered = (time: HTMLElement): boolean => time.querySelector("input:checked") !== null;
