/** The key of the event that an element is of, or is in: in a grid, a month, or a list of what comes soon. */
export function eventKeyOf(target: EventTarget | null): string | undefined {
  const element = elementOfEvent(target);
  return element?.dataset["event"] ?? element?.dataset["soon"];
}

/** The element that stands for the event. */
export const elementOfEvent = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-event], [data-soon]") : null;

/** Whether something is being dragged or carried, or lies above the page: then other tools keep still. */
export const isOccupied = (): boolean =>
  document.querySelector("[role=dialog], [role=alertdialog], [role=menu], [data-drag-preview]") !== null;
