/** Whether only the server says it. */
export const isServerKey = (key: string): boolean => /^(?:dav|export|mail|rsvp|signUpPage)\./.test(key);
