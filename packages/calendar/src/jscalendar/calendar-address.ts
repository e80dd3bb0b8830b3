/** Calendar addresses are compared without regard to case (RFC 5546 §3.7.1 leaves it open; mail ignores case). */
export const sameAddress = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && a.trim().toLowerCase() === b.trim().toLowerCase();
