import { useEffect, useEffectEvent, useState } from "react";

/** Returns whether files are being dragged over the page; dropped files go to `onDrop` instead of being opened. */
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
      // `relatedTarget` is the element of the page that the pointer enters, or null when it leaves the window.
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
