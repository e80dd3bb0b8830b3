import { dismissNews, fetchNews, type NewsItem } from "../../api/items/news-api.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useNoticeList } from "../../store/use-notice-list.ts";
import { addToast } from "../../ui/overlays/toasts.ts";

export interface News {
  /** Newest first. */
  readonly list: readonly NewsItem[];
  readonly dismiss: (news: readonly NewsItem[]) => void;
}

/** Other people's changes, updated as they happen, and as they are dismissed elsewhere. */
export function useNews(accountId: string): News {
  const t = useMessages();
  const { list, settle } = useNoticeList(accountId, fetchNews, () => addToast({ message: t("news.failed") }));
  return {
    list,
    dismiss: (news) => {
      const gone = new Set(news);
      settle((one) => gone.has(one), dismissNews(news));
    },
  };
}
