/** The path of all attachments, below the address under which people reach the server. */
export const ATTACHMENTS = "/attachments/";

/**
 * Where an attachment can be fetched. The name stands there for people and for apps that show the end of a URL; the id alone
 * decides.
 * @param origin the server's address without a slash at the end
 */
export const attachmentUrl = (origin: string, id: string, filename: string): string =>
  `${origin}${ATTACHMENTS}${id}/${encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )}`;
