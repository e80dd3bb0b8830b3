/** Returns the key of the event that an element shows or is a part of: in a grid, a month, or the list Soon. */
export function eventKeyOf(target: EventTarget | null): string | undefined {
  const element = elementOfEvent(target);
  return element?.dataset["event"] ?? element?.dataset["soon"];
}

/** Returns the element that shows the event. */
export const elementOfEvent = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-event], [data-soon]") : null;

/** Returns whether something is being dragged or carried, or lies above the page: then other tools do nothing. */
export const isOccupied = (): boolean =>
  document.querySelector("[role=dialog], [role=alertdialog], [role=menu], [data-drag-preview]") !== null;
