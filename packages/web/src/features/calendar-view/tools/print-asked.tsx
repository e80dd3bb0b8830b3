import { lazy, Suspense, useEffect } from "react";
import { askToPrint, usePrintAsked } from "../../print/model.ts";
import type { CalendarPageState } from "../components/use-calendar-page.ts";

const PrintDialog = lazy(() =>
  import("../../print/screen.tsx").then((module) => ({ default: module.PrintDialog })),
);

/** Ctrl P, or ⌘ P, sets the calendar out on paper instead of printing the page as it is on the screen. */
export function PrintAsked({ page }: { readonly page: CalendarPageState }) {
  const [isAsked, close] = usePrintAsked();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "p" || event.altKey || event.shiftKey) return;
      if (!event.ctrlKey && !event.metaKey) return;
      // With the dialog open it prints: what is printed then are its sheets.
      if (document.querySelector("[data-sheets]")) return;
      event.preventDefault();
      askToPrint();
    };
    document.addEventListener("keydown", onKey, true);
    return () => {
      document.removeEventListener("keydown", onKey, true);
      close();
    };
  }, [close]);
  return (
    <Suspense>
      {isAsked ? (
        <PrintDialog view={page.view.kind} day={page.day} address={page.account.email} onClose={close} />
      ) : null}
    </Suspense>
  );
}
