/** Whether only the server says it. */
export const isServerKey = (key: string): boolean => /^(?:dav|mail|rsvp|signUpPage)\./.test(key);
