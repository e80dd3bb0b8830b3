/** Drawn without words: what they lead to is said by the link. */
const chevron = (path: string): string =>
  `<svg class="chevron" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d="${path}"/></svg>`;

export const CHEVRON_BACK = chevron("M12.5 4.5 7 10l5.5 5.5");
export const CHEVRON_ON = chevron("M7.5 4.5 13 10l-5.5 5.5");
