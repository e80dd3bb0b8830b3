import { useEffect, useEffectEvent, useState } from "react";

/** Whether files are being dragged over the page; dropped ones go to `onDrop` instead of being opened. */
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
    addEventListener("dragover", over);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
    };
  }, []);
  return dragging;
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
