import { useEffect } from "react";

/**
 * Sets the browser's paper size while this is on screen. The margins are on the sheets themselves, which also leaves
 * the browser no room for its header and footer. The sheet is made by script, because the policy of the page allows
 * no style elements.
 */
export function usePageSize(paper: string, isLandscape: boolean): void {
  useEffect(() => {
    const rules = new CSSStyleSheet();
    rules.replaceSync(`@page { size: ${paper} ${isLandscape ? "landscape" : "portrait"}; margin: 0; }`);
    document.adoptedStyleSheets.push(rules);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((it) => it !== rules);
    };
  }, [paper, isLandscape]);
}
