/** The path of all attachments, below the server's public address. */
export const ATTACHMENTS = "/attachments/";

/**
 * The address of an attachment. The name is for people and for apps that show the end of a URL; only the id counts.
 * @param origin the server's address without a slash at the end
 */
export const attachmentUrl = (origin: string, id: string, filename: string): string =>
  `${origin}${ATTACHMENTS}${id}/${encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )}`;
