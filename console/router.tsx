import { usualSettings } from '@portreeve/contract/staff/personal-settings'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { parseSearch, stringifySearch } from './data/url-search.ts'
import { routeTree } from './routes.tsx'
import { FailedState } from './ui/FailedState.tsx'
import { Spinner } from './ui/Spinner.tsx'

/** @param history the browser's unless stated otherwise */
export const createConsoleRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history && { history }),
    // The page replaces it, because only the page has the session and the query cache.
    context: { prefetch: () => {}, startPage: async () => ({ to: usualSettings.start_page, search: {} }) },
    // Prefetch a page's code and first data while the pointer or the focus rests on a link to it. Stale time 0: the query
    // cache decides which answer is fresh. Email templates are not prefetched, because their vendor limits requests.
    defaultPreload: 'intent',
    defaultPreloadDelay: 90,
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
    defaultPendingComponent: () => <Spinner />,
    defaultErrorComponent: () => (
      <main style={{ padding: 24 }}>
        <FailedState message="This page could not be shown." onRetry={() => location.reload()} />
      </main>
    ),
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
  interface HistoryState {
    /** The page's last search, for going back to it (D-012: it is not in the address). */
    searched?: string
    /** The previous page is the users page: going back restores its results. */
    fromUsers?: boolean
  }
}
