import { useCallback, useState } from "react";
import { dismissNews, type NewsItem } from "../../api/items/news-api.ts";
import { NewsReader } from "../../api/items/news-reader.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useNoticeList } from "../../store/use-notice-list.ts";
import type { StateChange } from "../../api/push.ts";
import { addToast } from "../../ui/overlays/toasts.ts";

export interface News {
  /** Newest first. */
  readonly list: readonly NewsItem[];
  /** the newest could not be fetched: what is listed may not be all */
  readonly isUnread: boolean;
  readonly dismiss: (news: readonly NewsItem[]) => void;
}

/** Other people's changes, updated as they happen, and as they are dismissed elsewhere. */
export function useNews(accountId: string): News {
  const t = useMessages();
  const [reader] = useState(() => new NewsReader(accountId));
  const fetchNews = useCallback((changed?: StateChange) => reader.read(changed), [reader]);
  const { list, isUnread, settle } = useNoticeList(fetchNews, () => addToast({ message: t("news.failed") }));
  return {
    list,
    isUnread,
    dismiss: (news) => {
      const gone = new Set(news);
      reader.drop(gone);
      const asked = dismissNews(news).then((done) => {
        if (!done.ok) reader.forget();
        return done;
      });
      settle((one) => gone.has(one), asked);
    },
  };
}
