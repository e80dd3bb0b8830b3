/** Whether only the server uses the text. */
export const isServerKey = (key: string): boolean => /^(?:dav|export|mail|rsvp|signUpPage)\./.test(key);
