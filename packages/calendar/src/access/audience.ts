/**
 * Who on a server finds a person and sees when they are busy: nobody, those with whom the person shares a group or a
 * calendar, or everybody.
 */
export const AUDIENCES = ["nobody", "connected", "everybody"] as const;
export type Audience = (typeof AUDIENCES)[number];

/** The server's audience until its administrator sets one. */
export const FIRST_AUDIENCE: Audience = "everybody";

/** Reads an audience from text; undefined for any other text. */
export const readAudience = (text: string | undefined): Audience | undefined =>
  AUDIENCES.find((audience) => audience === text);

/** Whether somebody belongs to an audience. @param isConnected whether they share a group or a calendar */
export const isInAudience = (audience: Audience, isConnected: boolean): boolean =>
  audience === "everybody" || (audience === "connected" && isConnected);
