declare module "virtual:snart-messages/*" {
  import type { MessageFunctions } from "@snart/locales/keys.ts";
  const messages: Partial<MessageFunctions>;
  export default messages;
}
