import { api } from '@portreeve/contract'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { Ahead } from './data/ahead.ts'
import { readAuditSearch } from './screens/audit/search.ts'
import { readSearch } from './screens/transactions/filters.ts'
import { FailedState } from './ui/FailedState.tsx'
import { Spinner } from './ui/Spinner.tsx'

/** Every address of the console. Links name these paths: `<Link to="/user-detail/$uid" params={{ uid }}>`. */
const root = createRootRouteWithContext<{ ahead: Ahead }>()({
  component: Outlet,
  // D-040: an unknown path leads to the users, and so does one that is longer than a known one (NAV-24).
  notFoundComponent: () => <Navigate to="/dashboard/users" replace />,
})

interface Preloading<Params> {
  cause: 'preload' | 'enter' | 'stay'
  params: Params
  context: { ahead: Ahead }
}

/** What a page begins with, asked while a link to it has the pointer or the keyboard; the page itself asks by its own means. */
const before =
  <Params,>(ask: (ahead: Ahead, params: Params) => void) =>
  ({ cause, params, context }: Preloading<Params>) => {
    if (cause === 'preload') ask(context.ahead, params)
  }

/** The name under which a list stands where others have an id. */
const overview = 'overview'

const toUsers = () => {
  throw redirect({ to: '/dashboard/users', replace: true })
}
// NAV-01
const home = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: toUsers })
const dashboard = createRoute({ getParentRoute: () => root, path: '/dashboard', beforeLoad: toUsers })

/** NAV-02: the navigation bar around every dashboard page. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: lazyRouteComponent(() => import('./screens/shell/Shell.tsx'), 'Shell'),
})

/** What was searched, as `?q=`. */
const readQuery = (search: Record<string, unknown>): { q?: string } =>
  typeof search.q === 'string' ? { q: search.q } : {}

const users = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard/users',
  // USR-04
  validateSearch: readQuery,
  component: lazyRouteComponent(() => import('./screens/users/UsersScreen.tsx'), 'UsersScreen'),
})

// D-039: no navigation bar here.
const userDetail = createRoute({
  getParentRoute: () => root,
  path: '/user-detail/$uid',
  loader: before((ahead, { uid }: { uid: string }) => {
    ahead(api.users.get, { params: { uid } })
    ahead(api.users.banReasons, { params: { uid } })
  }),
  component: lazyRouteComponent(
    () => import('./screens/user-detail/UserDetailScreen.tsx'),
    'UserDetailScreen',
  ),
})

const transactions = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard/txns/$id',
  loader: before((ahead, { id }: { id: string }) => {
    if (id === overview) return
    ahead(api.transactions.get, { params: { id } })
    ahead(api.transactions.money, { params: { id } })
  }),
  // The list's filters (D-052)
  validateSearch: readSearch,
  component: lazyRouteComponent(
    () => import('./screens/transactions/TransactionsScreen.tsx'),
    'TransactionsScreen',
  ),
})

const orders = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard/orders/$id',
  loader: before((ahead, { id }: { id: string }) => {
    if (id !== overview) ahead(api.orders.get, { params: { id } })
  }),
  component: lazyRouteComponent(() => import('./screens/orders/OrderScreen.tsx'), 'OrderScreen'),
})

const keywords = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard/contentkw',
  component: lazyRouteComponent(() => import('./screens/keywords/KeywordsScreen.tsx'), 'KeywordsScreen'),
})

const community = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard/community/$id',
  loader: before((ahead, { id }: { id: string }) => {
    if (id !== overview) ahead(api.questions.get, { params: { id } })
  }),
  component: lazyRouteComponent(() => import('./screens/community/CommunityScreen.tsx'), 'CommunityScreen'),
})

const moderating = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard/moderating',
  component: lazyRouteComponent(
    () => import('./screens/moderating/ModeratingScreen.tsx'),
    'ModeratingScreen',
  ),
})

// NAV-23: not a collection with the id 'new'.
const newCollection = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard/collections/new',
  component: lazyRouteComponent(() => import('./screens/collections/NewCollection.tsx'), 'NewCollection'),
})

const collections = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard/collections/$id',
  loader: before((ahead, { id }: { id: string }) => {
    if (id !== overview) ahead(api.collections.get, { params: { id } })
  }),
  // The listing search
  validateSearch: readQuery,
  component: lazyRouteComponent(
    () => import('./screens/collections/CollectionsScreen.tsx'),
    'CollectionsScreen',
  ),
})

const messages = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard/messages',
  component: lazyRouteComponent(() => import('./screens/messages/MessagesScreen.tsx'), 'MessagesScreen'),
})

const pendingReview = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard/pending_review',
  component: lazyRouteComponent(
    () => import('./screens/pending-review/PendingReviewScreen.tsx'),
    'PendingReviewScreen',
  ),
})

// EML-01, EML-02, D-106
const templateLists = (['/dashboard/email-templates', '/email-templates'] as const).map((path) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    component: lazyRouteComponent(
      () => import('./screens/email-templates/TemplatesScreen.tsx'),
      'TemplatesScreen',
    ),
  }),
)
const template = createRoute({
  getParentRoute: () => shell,
  path: '/email-templates/$name',
  component: lazyRouteComponent(
    () => import('./screens/email-templates/TemplateScreen.tsx'),
    'TemplateScreen',
  ),
})

const staff = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard/staff',
  component: lazyRouteComponent(() => import('./screens/staff/StaffScreen.tsx'), 'StaffScreen'),
})

const ownSignIn = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard/your-sign-in',
  component: lazyRouteComponent(() => import('./screens/own-sign-in/OwnSignInScreen.tsx'), 'OwnSignInScreen'),
})

const audit = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard/audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('./screens/audit/AuditScreen.tsx'), 'AuditScreen'),
})

const routeTree = root.addChildren([
  home,
  dashboard,
  userDetail,
  shell.addChildren([
    users,
    pendingReview,
    ...templateLists,
    template,
    transactions,
    orders,
    moderating,
    messages,
    keywords,
    community,
    newCollection,
    collections,
    staff,
    ownSignIn,
    audit,
  ]),
])

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
