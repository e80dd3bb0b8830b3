// Runs on the page of a poll that the server draws for people without an account, which works without it.

import { keepVotes } from "./kept-votes.ts";

/** Bytes; what a calendar of twenty years has. */
const LARGEST_FILE = 20_000_000;

const ADDRESS = /^(?:https|webcals?):\/\/\S+$/i;

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
  compare?.addEventListener("click", () => {
    const given = area?.value.trim() ?? "";
    if (!ADDRESS.test(given)) return void read(given).catch(failed);
    if (output) output.textContent = box.dataset["reading"] ?? "";
    void textAt(given).then((text) => {
      if (text !== undefined) return read(text).catch(failed);
      if (output) output.textContent = box.dataset["refused"] ?? "";
      return undefined;
    });
  });
  // A suggestion only: nothing is sent before the form's own button.
  refuse?.addEventListener("click", () => {
    for (const time of busy.filter((each) => !isAnswered(each)))
      time.querySelector<HTMLInputElement>("input[value=no]")?.click();
    refuse.hidden = true;
  });
}

/**
 * What stands at an address, fetched by a worker beside this script, as the page itself may ask nobody.
 * @returns undefined: there is nothing, or its site lets no other page read it
 */
function textAt(address: string): Promise<string | undefined> {
  const own = import.meta.url;
  const worker = new Worker(new URL("feed.js", own), { type: "module" });
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  worker.addEventListener("message", ({ data }: MessageEvent<{ readonly text?: string }>) =>
    resolve(data.text),
  );
  worker.addEventListener("error", () => resolve(undefined));
  worker.postMessage(address.replace(/^webcals?:/i, "https:"));
  return promise.finally(() => worker.terminate());
}

const isAnswered = (time: HTMLElement): boolean => time.querySelector("input:checked") !== null;
