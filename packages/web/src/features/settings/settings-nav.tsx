import { ArrowLeft, ChevronRight, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import type { Account } from "../../api/auth-client.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Wordmark } from "../../ui/mark.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { attentionOf, useHealth } from "./admin/health/health-store.ts";
import { pagesBeside, type PageBeside } from "./pages-beside.ts";
import { adminPages, innerPages, settingsPages, type SettingsPage } from "./pages.ts";
import styles from "./settings-nav.module.css";

interface SettingsNavProps {
  readonly account: Account;
  readonly version: string;
  /** undefined on the list itself, where a wide window shows the first page; besides: a page that is not in the list */
  readonly chosen: SettingsPage | PageBeside["path"] | "besides" | undefined;
}

/** The list of settings at the side; on a phone the whole screen, or a way back to it. */
export function SettingsNav({ account, version, chosen }: SettingsNavProps) {
  const t = useMessages();
  const [query, setQuery] = useState("");
  const asked = query.trim().toLocaleLowerCase("sv");
  const has = (text: string): boolean => text.toLocaleLowerCase("sv").includes(asked);
  const found = settingsPages
    // Administrators have the groups once, among what they administer.
    .filter(({ path }) => !account.isAdmin || !adminPages.some((other) => other.path === path))
    .map((page) => ({ page, held: asked === "" ? [] : page.holds.map((key) => t(key)).filter(has) }))
    .filter(({ page, held }) => held.length > 0 || has(t(page.title)));
  const beside = pagesBeside.filter(({ title }) => has(t(title)));
  const administered = account.isAdmin ? adminPages.filter((page) => has(t(page.title))) : [];
  return (
    <>
      <nav className={styles.nav} aria-label={t("settings.title")} data-chosen={chosen ? true : undefined}>
        <Link href="/" className={styles.brand}>
          <Wordmark />
        </Link>
        <Link href="/" className={styles.link}>
          <ArrowLeft size={16} strokeWidth={1.6} aria-hidden />
          {t("settings.back")}
        </Link>
        <h1 className={styles.list}>{t("settings.title")}</h1>
        <h2 className={styles.heading}>{account.displayName}</h2>
        <TextField
          label={t("settings.search")}
          hideLabel
          placeholder={t("settings.search")}
          type="search"
          autoComplete="off"
          className={styles.search ?? ""}
          maxLength={100}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        {found.length + beside.length + administered.length === 0 ? (
          <output className={styles.holds}>{t("settings.searchNothing")}</output>
        ) : null}
        <ul>
          {found.map(({ page, held }, index) => (
            <li key={page.path}>
              <NavLink
                href={`/settings/${page.path}`}
                icon={page.icon}
                title={t(page.title)}
                isFirst={asked === "" && index === 0}
                isCurrent={isChosen(page, chosen)}
              />
              {held.length === 0 ? null : <p className={styles.holds}>{held.join(" · ")}</p>}
            </li>
          ))}
          {beside.map(({ path, icon, title }) => (
            <li key={path}>
              <NavLink href={path} icon={icon} title={t(title)} isCurrent={chosen === path} />
            </li>
          ))}
        </ul>
        {administered.length > 0 ? (
          <>
            <h2 className={styles.heading}>{t("admin.nav")}</h2>
            <AdminLinks accountId={account.id} pages={administered} chosen={chosen} />
          </>
        ) : null}
        <p className={styles.version}>{t("settings.version", { version })}</p>
      </nav>
      {typeof chosen === "object" ? (
        <nav aria-label={t("settings.title")} className={styles.up}>
          <Link href="/settings" className={styles.upLink}>
            <ArrowLeft size={18} strokeWidth={1.7} aria-hidden />
            {t("settings.title")}
          </Link>
        </nav>
      ) : null}
    </>
  );
}

const isChosen = (page: SettingsPage, chosen: SettingsNavProps["chosen"]): boolean =>
  typeof chosen === "object" &&
  [chosen.path, innerPages.find(({ path }) => path === chosen.path)?.within].includes(page.path);

interface NavLinkProps {
  readonly href: string;
  readonly icon: LucideIcon;
  readonly title: string;
  readonly isCurrent: boolean;
  /** what a wide window shows beside the list itself */
  readonly isFirst?: boolean;
  /** how many things there somebody has to do something about */
  readonly waiting?: number;
}

function NavLink({ href, icon: Icon, title, isCurrent, isFirst = false, waiting = 0 }: NavLinkProps) {
  const t = useMessages();
  return (
    <Link
      href={href}
      className={styles.link}
      data-first={isFirst || undefined}
      aria-current={isCurrent ? "page" : undefined}
    >
      <Icon size={16} strokeWidth={1.6} aria-hidden />
      <span className={styles.title}>{title}</span>
      {waiting === 0 ? null : (
        <span className={styles.waiting}>
          <span aria-hidden>{waiting}</span>
          <span className="visually-hidden">{t("admin.health.waiting", { count: waiting })}</span>
        </span>
      )}
      <ChevronRight size={16} strokeWidth={1.6} aria-hidden className={styles.go} />
    </Link>
  );
}

interface AdminLinksProps extends Pick<SettingsNavProps, "chosen"> {
  readonly accountId: string;
  readonly pages: readonly (typeof adminPages)[number][];
}

function AdminLinks({ accountId, pages, chosen }: AdminLinksProps) {
  const t = useMessages();
  const waiting = attentionOf(useHealth(accountId)?.health);
  return (
    <ul>
      {pages.map((page) => (
        <li key={page.path}>
          <NavLink
            href={`/admin/${page.path}`}
            icon={page.icon}
            title={t(page.title)}
            isCurrent={isChosen(page, chosen)}
            waiting={page.path === "health" ? waiting : 0}
          />
        </li>
      ))}
    </ul>
  );
}
