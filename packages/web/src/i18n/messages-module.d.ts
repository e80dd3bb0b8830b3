declare module "virtual:snart-messages/*" {
  import type { MessageFunctions } from "@snart/locales/keys.ts";
  const messages: MessageFunctions;
  export default messages;
}
