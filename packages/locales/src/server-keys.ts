/** Whether only the server uses the text. */
export const isServerKey = (key: string): boolean =>
  /^(?:bookingPage|dav|export|mail|pollPage|rsvp|signUpPage)\./.test(key);
