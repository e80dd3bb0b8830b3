import { useEffect } from "react";

/**
 * Sets the page's title for the browser's tab and history, and for screen readers: what is on screen, then the
 * product.
 */
export function useDocumentTitle(...parts: readonly string[]): void {
  const title = [...new Set([...parts, "Snart"])].join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}
