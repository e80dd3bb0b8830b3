import { useEffect } from "react";
import type { PaperName } from "../../layout/paper/paper-size.ts";

/**
 * Tells the browser what paper it prints on while this is on screen. The margins are on the sheets themselves, which also
 * leaves the browser no room for lines of its own. A sheet made by script, because the policy of the page allows no
 * style elements.
 */
export function usePageSize(paper: PaperName, isLandscape: boolean): void {
  useEffect(() => {
    const rules = new CSSStyleSheet();
    rules.replaceSync(`@page { size: ${paper} ${isLandscape ? "landscape" : "portrait"}; margin: 0; }`);
    document.adoptedStyleSheets.push(rules);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((it) => it !== rules);
    };
  }, [paper, isLandscape]);
}
