import { useId } from "react";
import type { Account } from "../../../api/auth-client.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import type { Saver } from "../parts/save-state.ts";
import { CHANNELS, comesBy, NOTICES, withChannel, type ChannelRow } from "./channels.ts";
import styles from "./channel-grid.module.css";

const ROWS: readonly ChannelRow[] = ["reminders", ...NOTICES];

interface ChannelGridProps {
  readonly account: Account;
  readonly save: Saver["save"];
}

/** The channels of each kind of notice: a box for each. */
export function ChannelGrid({ account, save }: ChannelGridProps) {
  const t = useMessages();
  const id = useId();
  const { preferences, email } = account;
  return (
    <table className={styles.grid} aria-label={t("settings.notifications.grid")}>
      <thead>
        <tr>
          <th scope="col" aria-label={t("settings.notifications.title")} />
          {CHANNELS.map((channel) => (
            <th key={channel} scope="col">
              {t(`settings.notifications.by.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ROWS.map((row) => (
          <tr key={row}>
            <th scope="row">
              <span className={styles.label}>{t(`settings.notifications.row.${row}`)}</span>
              <span className={styles.help} id={`${id}-${row}`}>
                {t(`settings.notifications.rowHelp.${row}`, { email })}
              </span>
            </th>
            {CHANNELS.map((channel) => (
              <td key={channel}>
                <Checkbox
                  className={styles.box}
                  checked={comesBy(preferences, row, channel)}
                  onChange={(isOn) => save({ preferences: withChannel(preferences, row, channel, isOn) })}
                  aria-label={t("settings.notifications.rowBy", {
                    row: t(`settings.notifications.row.${row}`),
                    by: t(`settings.notifications.by.${channel}`),
                  })}
                  aria-describedby={`${id}-${row}`}
                >
                  {null}
                </Checkbox>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
