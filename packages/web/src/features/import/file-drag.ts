import { useEffect, useEffectEvent, useState } from "react";

/** What was dropped before the page was drawn, which the browser would have opened in its place. */
let early: readonly File[] = [];

function keepEarly(event: DragEvent): void {
  if (!hasFiles(event)) return;
  event.preventDefault();
  if (event.type === "drop") early = [...(event.dataTransfer?.files ?? [])];
}

addEventListener("dragover", keepEarly);
addEventListener("drop", keepEarly);

/** Forgets what was dropped: nobody is signed in whom it could be offered to. */
export const forgetEarlyDrop = (): void => {
  early = [];
};

/** Whether files from outside hang over the page; what is dropped is given to `onDrop` instead of being opened. */
export function useFileDrag(onDrop: (files: readonly File[]) => void): boolean {
  const [dragging, setDragging] = useState(false);
  const dropped = useEffectEvent(onDrop);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
      setDragging(true);
    };
    const leave = (event: DragEvent): void => {
      // Leaving for another element of the page names it; leaving the window names none.
      if (event.relatedTarget === null) setDragging(false);
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDragging(false);
      dropped([...(event.dataTransfer?.files ?? [])]);
    };
    removeEventListener("dragover", keepEarly);
    removeEventListener("drop", keepEarly);
    if (early.length > 0) dropped(early);
    forgetEarlyDrop();
    addEventListener("dragover", over);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    return () => {
      addEventListener("dragover", keepEarly);
      addEventListener("drop", keepEarly);
      removeEventListener("dragover", over);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
    };
  }, []);
  return dragging;
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
