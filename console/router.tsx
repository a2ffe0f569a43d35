import { createRouter } from '@tanstack/react-router'
import { routeTree } from './routes.tsx'
import { FailedState } from './ui/FailedState.tsx'
import { Spinner } from './ui/Spinner.tsx'

export const createConsoleRouter = () =>
  createRouter({
    routeTree,
    // Given by the page, which knows who is signed in.
    context: { ahead: () => {} },
    // The code of a page, and what it begins with, come while the pointer or the keyboard rests on a link to it. Whether an
    // answer is still fresh is for the cache to know. The templates' own are at the vendor, who lets few be asked.
    defaultPreload: 'intent',
    defaultPreloadDelay: 90,
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    // Plain addresses: the router would read '?q=1e5' as a number.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined)
      const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
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
    /** What was searched on this page, for whoever comes back to it (D-012: it is not in the address). */
    searched?: string
    /** The page before this one is the users page: going back restores its results. */
    fromUsers?: boolean
  }
}
