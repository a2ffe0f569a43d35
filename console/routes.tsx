import { api } from '@portreeve/contract'
import { listingFields, userFields } from '@portreeve/contract/base/query-fields'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { caseRoutes } from './case-routes.tsx'
import { readInboxSearch } from './conversations/inbox/search.ts'
import type { Prefetch } from './data/ahead.ts'
import type { ListLink } from './data/saved-views.ts'
import { isQuery, oneOf, readMoment, searchReader } from './data/url-search.ts'
import { deskRoutes } from './desk-routes.tsx'
import { developerRoutes } from './developer-routes.tsx'
import { reportOrders } from './format/reports.ts'
import { inboxRoutes } from './inbox-routes.tsx'
import { listingRoutes } from './listing-routes.tsx'
import { readSearch } from './money/transactions/filters.ts'
import { elsewhere, root, shell, signedIn } from './shell-route.tsx'
import { staffRoutes } from './staff-routes.tsx'
import { undoRoutes } from './undo-routes.tsx'

interface Preloading<Params> {
  cause: 'preload' | 'enter' | 'stay'
  params: Params
  context: { prefetch: Prefetch }
}

/** Prefetches a page's first data when a link to it is preloaded. A page that is entered fetches its own data. */
const onPreload =
  <Params,>(load: (prefetch: Prefetch, params: Params) => void) =>
  ({ cause, params, context }: Preloading<Params>) => {
    if (cause === 'preload') load(context.prefetch, params)
  }

/** The id in the address of a list. */
const overview = 'overview'

/** NAV-01: to the users, unless the person has chosen another start page. */
const toStart = async ({ context }: { context: { startPage: () => Promise<ListLink> } }) => {
  throw redirect({ ...(await context.startPage()), replace: true } as never)
}
const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  staticData: { tab: null },
  beforeLoad: toStart,
})
const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  staticData: { tab: null },
  beforeLoad: toStart,
})

/** The search of the listings of a collection. */
const readQuery = searchReader({ q: isQuery(listingFields, 500) })

/** The search of people, and the order of the reports where it is not the usual one. */
const readUsersSearch = searchReader({ q: isQuery(userFields, 500), reports: oneOf(reportOrders) })

// D-039: no navigation bar here.
const userDetail = createRoute({
  getParentRoute: () => root,
  path: '/user-detail/$uid',
  staticData: { tab: null },
  loader: onPreload((prefetch, { uid }: { uid: string }) => {
    prefetch(api.users.get, { params: { uid } })
    prefetch(api.users.banReasons, { params: { uid } })
  }),
  validateSearch: readMoment,
  component: lazyRouteComponent(() => import('./person-page.tsx'), 'PersonPage'),
})

// MSG-01. One page with and without an open conversation: the list beside it stays as it is.
const messages = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard/messages',
  staticData: { tab: 'Messages' },
  validateSearch: readInboxSearch,
  component: lazyRouteComponent(
    () => import('./conversations/conversations/ConversationsScreen.tsx'),
    'ConversationsScreen',
  ),
})
const conversation = createRoute({
  getParentRoute: () => messages,
  path: '$id',
  staticData: { tab: 'Messages' },
  validateSearch: readMoment,
})

/**
 * Every page. In the shell, pages with a tab are in the order of the navigation (NAV-03 to NAV-12). A tab leads to the first
 * page that names it, and is the current tab on all of them (NAV-14).
 */
export const routeTree = root.addChildren([
  home,
  dashboard,
  elsewhere,
  signedIn,
  userDetail,
  shell.addChildren([
    createRoute({
      getParentRoute: () => shell,
      path: '/dashboard/users',
      staticData: { tab: 'Users' },
      // USR-04
      validateSearch: readUsersSearch,
      component: lazyRouteComponent(() => import('./people/users/UsersScreen.tsx'), 'UsersScreen'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/dashboard/pending_review',
      staticData: { tab: 'Pending Review' },
      component: lazyRouteComponent(() => import('./listings/review/ReviewScreen.tsx'), 'ReviewScreen'),
    }),
    ...listingRoutes,
    // EML-01, EML-02, D-106
    ...(['/dashboard/email-templates', '/email-templates'] as const).map((path) =>
      createRoute({
        getParentRoute: () => shell,
        path,
        staticData: { tab: 'Email Templates' },
        component: lazyRouteComponent(
          () => import('./conversations/email-templates/EmailTemplatesScreen.tsx'),
          'EmailTemplatesScreen',
        ),
      }),
    ),
    createRoute({
      getParentRoute: () => shell,
      path: '/email-templates/$name',
      staticData: { tab: 'Email Templates' },
      component: lazyRouteComponent(
        () => import('./conversations/email-templates/EmailTemplateScreen.tsx'),
        'EmailTemplateScreen',
      ),
    }),
    // NAV-07: the tab Orders leads to the list of all transactions, not to /dashboard/orders.
    createRoute({
      getParentRoute: () => shell,
      path: '/dashboard/txns/$id',
      staticData: { tab: 'Orders' },
      loader: onPreload((prefetch, { id }: { id: string }) => {
        if (id === overview) return
        prefetch(api.transactions.get, { params: { id } })
        prefetch(api.transactions.money, { params: { id } })
      }),
      // The list's filters (D-052)
      validateSearch: readSearch,
      component: lazyRouteComponent(() => import('./transactions-page.tsx'), 'TransactionsScreen'),
    }),
    ...deskRoutes,
    createRoute({
      getParentRoute: () => shell,
      path: '/dashboard/orders/$id',
      staticData: { tab: null },
      loader: onPreload((prefetch, { id }: { id: string }) => {
        if (id !== overview) prefetch(api.orders.get, { params: { id } })
      }),
      validateSearch: readMoment,
      component: lazyRouteComponent(() => import('./money/orders/OrderScreen.tsx'), 'OrderScreen'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/dashboard/moderating',
      staticData: { tab: 'Moderating' },
      component: lazyRouteComponent(
        () => import('./listings/moderating-messages/ModeratingMessagesScreen.tsx'),
        'ModeratingMessagesScreen',
      ),
    }),
    messages.addChildren([conversation]),
    ...inboxRoutes,
    createRoute({
      getParentRoute: () => shell,
      path: '/dashboard/contentkw',
      staticData: { tab: 'Content Keywords' },
      component: lazyRouteComponent(() => import('./listings/keywords/KeywordsScreen.tsx'), 'KeywordsScreen'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/dashboard/community/$id',
      staticData: { tab: 'Community' },
      loader: onPreload((prefetch, { id }: { id: string }) => {
        if (id !== overview) prefetch(api.questions.get, { params: { id } })
      }),
      component: lazyRouteComponent(
        () => import('./listings/questions/QuestionsScreen.tsx'),
        'QuestionsScreen',
      ),
    }),
    // NAV-23: not a collection with the id 'new'.
    createRoute({
      getParentRoute: () => shell,
      path: '/dashboard/collections/new',
      staticData: { tab: null, named: 'New collection' },
      component: lazyRouteComponent(
        () => import('./listings/collections/NewCollection.tsx'),
        'NewCollection',
      ),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/dashboard/collections/$id',
      staticData: { tab: 'Collections' },
      loader: onPreload((prefetch, { id }: { id: string }) => {
        if (id !== overview) prefetch(api.collections.get, { params: { id } })
      }),
      // The listing search
      validateSearch: readQuery,
      component: lazyRouteComponent(
        () => import('./listings/collections/CollectionsScreen.tsx'),
        'CollectionsScreen',
      ),
    }),
    ...caseRoutes,
    ...staffRoutes,
    ...undoRoutes,
    ...developerRoutes,
  ]),
])
