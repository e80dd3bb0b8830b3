import { useState, type KeyboardEvent } from "react";
import type { ShownOccurrence } from "../store/items/occurrences.ts";
import type { ViewContents } from "./day-contents.ts";

/** Decides which event of the grid has the tab stop, and moves between events with the arrow keys. */
export function useRovingEvent(contents: ViewContents, now: number) {
  const [wanted, setWanted] = useState<string | null>(null);
  const columns = contents.days.map((day) => day.filter((it) => it.isStart).map((it) => it.occurrence));
  const all = [...contents.lane.map((it) => it.occurrence), ...columns.flat()];
  const current = all.find((it) => it.key === wanted) ?? firstToMeet(columns.flat(), now) ?? all[0];

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      !(event.target instanceof Element)
    )
      return;
    const key = event.target.closest<HTMLElement>("[data-event]")?.dataset["event"];
    const held = keysHeldBy(event.target);
    // From "+2" the way goes on from the event that led to it.
    const isHeld = current !== undefined && held.includes(current.key);
    const from = isHeld ? current : all.find((it) => it.key === (key ?? held[0]));
    const to = from && neighbour(columns, contents, from, event.key);
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    setWanted(to.key);
    focusEvent(event.currentTarget, to.key);
  };
  return { tabStop: current?.key ?? null, setTabStop: setWanted, onKeyDown };
}

/** Returns the keys of the events that a "+2" stands for. */
const keysHeldBy = (element: Element): readonly string[] =>
  element.closest<HTMLElement>("[data-holds]")?.dataset["holds"]?.split("\n") ?? [];

/** Moves the focus to an event on screen, or the "+2" that stands for it, without waiting for it to be drawn again. */
export function focusEvent(root: ParentNode, key: string): void {
  const element =
    root.querySelector<HTMLElement>(`[data-event="${CSS.escape(key)}"]`) ??
    [...root.querySelectorAll<HTMLElement>("[data-holds]")].find((it) => keysHeldBy(it).includes(key));
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "nearest", behavior: "auto" });
}

/** The event that runs now, else the next one, else the last one. */
function firstToMeet(occurrences: readonly ShownOccurrence[], now: number): ShownOccurrence | undefined {
  return occurrences.find((it) => it.end > now) ?? occurrences.at(-1);
}

function neighbour(
  columns: readonly (readonly ShownOccurrence[])[],
  contents: ViewContents,
  from: ShownOccurrence,
  key: string,
): ShownOccurrence | undefined {
  const lane = contents.lane.map((it) => it.occurrence);
  const column = columns.findIndex((day) => day.includes(from));
  if (key === "ArrowUp" || key === "ArrowDown") {
    const day = column < 0 ? lane : (columns[column] ?? []);
    return (
      day[day.indexOf(from) + (key === "ArrowUp" ? -1 : 1)] ??
      (column < 0 && key === "ArrowDown" ? columns.flat()[0] : lane[0])
    );
  }
  if (key !== "ArrowLeft" && key !== "ArrowRight") return undefined;
  const step = key === "ArrowLeft" ? -1 : 1;
  if (column < 0) return lane[lane.indexOf(from) + step];
  for (let next = column + step; next >= 0 && next < columns.length; next += step) {
    const nearest = nearestInTime(columns[next] ?? [], from);
    if (nearest) return nearest;
  }
  return undefined;
}

const DAY = 86_400_000;

function nearestInTime(day: readonly ShownOccurrence[], from: ShownOccurrence): ShownOccurrence | undefined {
  const gap = (it: ShownOccurrence): number => {
    const apart = Math.abs(it.start - from.start) % DAY;
    return Math.min(apart, DAY - apart);
  };
  return day.toSorted((a, b) => gap(a) - gap(b))[0];
}
