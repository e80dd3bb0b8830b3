import { lazy, Suspense } from "react";
import { afterFirstPage } from "../../../ui/after-first-page.ts";
import type { DragPreviewProps } from "./drag-preview.tsx";

const load = () => import("./drag-preview.tsx");
const Preview = lazy(() => load().then((module) => ({ default: module.DragPreview })));
void afterFirstPage(load);

/** The preview of a drag, fetched when the calendar has been drawn, or with the first drag before that. */
export const DragPreview = (props: DragPreviewProps) => (
  <Suspense>
    <Preview {...props} />
  </Suspense>
);
