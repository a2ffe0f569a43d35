import { usualSettings } from '@portreeve/contract/personal-settings'
import { createRouter } from '@tanstack/react-router'
import { routeTree } from './routes.tsx'
import { FailedState } from './ui/FailedState.tsx'
import { Spinner } from './ui/Spinner.tsx'

export const createConsoleRouter = () =>
  createRouter({
    routeTree,
    // The page replaces it, because only the page has the session and the query cache.
    context: { prefetch: () => {}, startPage: async () => ({ to: usualSettings.start_page, search: {} }) },
    // Prefetch a page's code and first data while the pointer or the focus rests on a link to it. Stale time 0: the query
    // cache decides which answer is fresh. E-mail templates are not prefetched, because their vendor limits requests.
    defaultPreload: 'intent',
    defaultPreloadDelay: 90,
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    // Read and write the query string as plain text: by default the router reads '?q=1e5' as a number.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const defined = Object.entries(search).filter(([, value]) => value !== undefined)
      const text = new URLSearchParams(defined.map(([name, value]) => [name, String(value)])).toString()
      return text && `?${text}`
    },
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
