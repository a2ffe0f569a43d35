import { api } from '@portreeve/contract'
import type { Permission } from '@portreeve/contract/rights'
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  Navigate,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { Ahead } from './data/ahead.ts'
import { readAuditSearch } from './screens/audit/search.ts'
import { readSearch } from './screens/transactions/filters.ts'

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

/**
 * Every page. In the shell those with a tab stand in the navigation's order (NAV-03 to NAV-12); a tab leads to the first page
 * that names it, and is the current one on all of them (NAV-14).
 */
export const routeTree = root.addChildren([
  home,
  dashboard,
  userDetail,
  shell.addChildren([
    createRoute({
      getParentRoute: () => shell,
      path: '/dashboard/users',
      staticData: { tab: 'Users' },
      // USR-04
      validateSearch: readQuery,
      component: lazyRouteComponent(() => import('./screens/users/UsersScreen.tsx'), 'UsersScreen'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/dashboard/pending_review',
      staticData: { tab: 'Pending Review' },
      component: lazyRouteComponent(
        () => import('./screens/pending-review/PendingReviewScreen.tsx'),
        'PendingReviewScreen',
      ),
    }),
    // EML-01, EML-02, D-106
    ...(['/dashboard/email-templates', '/email-templates'] as const).map((path) =>
      createRoute({
        getParentRoute: () => shell,
        path,
        staticData: { tab: 'Email Templates' },
        component: lazyRouteComponent(
          () => import('./screens/email-templates/TemplatesScreen.tsx'),
          'TemplatesScreen',
        ),
      }),
    ),
    createRoute({
      getParentRoute: () => shell,
      path: '/email-templates/$name',
      staticData: { tab: 'Email Templates' },
      component: lazyRouteComponent(
        () => import('./screens/email-templates/TemplateScreen.tsx'),
        'TemplateScreen',
      ),
    }),
    // NAV-07: the tab Orders leads to the list of all transactions, not to /dashboard/orders.
    createRoute({
      getParentRoute: () => shell,
      path: '/dashboard/txns/$id',
      staticData: { tab: 'Orders' },
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
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/dashboard/orders/$id',
      loader: before((ahead, { id }: { id: string }) => {
        if (id !== overview) ahead(api.orders.get, { params: { id } })
      }),
      component: lazyRouteComponent(() => import('./screens/orders/OrderScreen.tsx'), 'OrderScreen'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/dashboard/moderating',
      staticData: { tab: 'Moderating' },
      component: lazyRouteComponent(
        () => import('./screens/moderating/ModeratingScreen.tsx'),
        'ModeratingScreen',
      ),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/dashboard/messages',
      staticData: { tab: 'Messages' },
      component: lazyRouteComponent(() => import('./screens/messages/MessagesScreen.tsx'), 'MessagesScreen'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/dashboard/contentkw',
      staticData: { tab: 'Content Keywords' },
      component: lazyRouteComponent(() => import('./screens/keywords/KeywordsScreen.tsx'), 'KeywordsScreen'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/dashboard/community/$id',
      staticData: { tab: 'Community' },
      loader: before((ahead, { id }: { id: string }) => {
        if (id !== overview) ahead(api.questions.get, { params: { id } })
      }),
      component: lazyRouteComponent(
        () => import('./screens/community/CommunityScreen.tsx'),
        'CommunityScreen',
      ),
    }),
    // NAV-23: not a collection with the id 'new'.
    createRoute({
      getParentRoute: () => shell,
      path: '/dashboard/collections/new',
      component: lazyRouteComponent(() => import('./screens/collections/NewCollection.tsx'), 'NewCollection'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/dashboard/collections/$id',
      staticData: { tab: 'Collections' },
      loader: before((ahead, { id }: { id: string }) => {
        if (id !== overview) ahead(api.collections.get, { params: { id } })
      }),
      // The listing search
      validateSearch: readQuery,
      component: lazyRouteComponent(
        () => import('./screens/collections/CollectionsScreen.tsx'),
        'CollectionsScreen',
      ),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/dashboard/staff',
      staticData: { tab: 'Staff', may: 'staff.read' },
      component: lazyRouteComponent(() => import('./screens/staff/StaffScreen.tsx'), 'StaffScreen'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/dashboard/your-sign-in',
      component: lazyRouteComponent(
        () => import('./screens/own-sign-in/OwnSignInScreen.tsx'),
        'OwnSignInScreen',
      ),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/dashboard/audit',
      staticData: { tab: 'Audit log', may: 'audit.read' },
      validateSearch: readAuditSearch,
      component: lazyRouteComponent(() => import('./screens/audit/AuditScreen.tsx'), 'AuditScreen'),
    }),
  ]),
])

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The navigation's tab that the page belongs to. */
    tab?: string
    /** The permission without which the tab is not shown; the tabs of the spec are shown to everybody. */
    may?: Permission
  }
}
