import { useState, type FormEvent } from "react";
import { partyChoice } from "../../../api/calendars/find-party.ts";
import { newId } from "../../../api/new-id.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { arrangerOf } from "../../../store/items/event-facts.ts";
import { useAccount } from "../../../store/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { PersonField } from "../../../ui/people/person-field.tsx";
import type { Responding } from "../actions/actions-state.ts";
import type { ItemActions } from "../actions/use-item-actions.ts";
import { guestsOfEvent } from "../draft/draft-guests.ts";
import { guestsFromText } from "../guests/guests-from-text.ts";
import { usePeople } from "../availability/use-people.ts";
import styles from "./responding.module.css";

interface DelegateProps {
  readonly responding: Responding;
  readonly itemActions: ItemActions;
}

const FORM = "delegate";

/** Asks a guest who comes in their place: somebody of the server by name, or anybody by mail address. */
export function Delegate({ responding: { occurrence, answering }, itemActions }: DelegateProps) {
  const t = useMessages();
  const account = useAccount();
  const people = usePeople(account?.id);
  const [typed, setTyped] = useState("");
  const [isUnknown, setUnknown] = useState(false);
  const close = (): void => itemActions.respond(null);
  const { event } = occurrence;
  const asked = [account?.email?.toLowerCase() ?? "", ...guestsOfEvent(event).map(({ address }) => address)];
  const others = (people ?? []).filter(({ email }) => email !== null && !asked.includes(email));
  const send = (submitted: FormEvent): void => {
    submitted.preventDefault();
    const { guests } = guestsFromText(typed, { people: others, groups: [] }, asked, newId);
    const [to, more] = guests;
    if (!to || more) return setUnknown(true);
    close();
    itemActions.delegate(occurrence, answering, to);
  };
  const name = isolated(arrangerOf(event) ?? "");
  return (
    <Dialog
      title={t("guests.delegateTitle")}
      isOpen
      onClose={close}
      footer={
        <>
          <Button size={36} onClick={close}>
            {t("question.cancel")}
          </Button>
          <Button size={36} look="primary" type="submit" form={FORM} disabled={typed.trim() === ""}>
            {t("guests.delegateSend")}
          </Button>
        </>
      }
    >
      <p className={styles.lead}>{t("guests.delegateLead", { name })}</p>
      <form id={FORM} className={styles.fields} onSubmit={send}>
        <PersonField
          label={t("guests.delegateTo")}
          placeholder={t("guests.delegatePlaceholder")}
          choices={others.map((person) => partyChoice(person, ""))}
          value={typed}
          error={isUnknown ? t("guests.delegateUnknown") : null}
          onText={(text) => {
            setUnknown(false);
            setTyped(text);
          }}
        />
      </form>
    </Dialog>
  );
}
