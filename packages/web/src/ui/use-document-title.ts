import { useEffect } from "react";

/** Names the page in the browser's tab and history, and to those who hear it: what is on screen, then the product. */
export function useDocumentTitle(...parts: readonly string[]): void {
  const title = [...new Set([...parts, "Snart"])].join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}
