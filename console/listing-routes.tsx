import { api } from '@portreeve/contract'
import { allListingFields } from '@portreeve/contract/base/query-fields'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Prefetch } from './data/ahead.ts'
import { isQuery, readMoment, searchReader } from './data/url-search.ts'
import { shell } from './shell-route.tsx'

/** The list of all listings, and the page of one, below the tab Pending Review. */
export const listingRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/listings',
    staticData: { tab: 'Pending Review', below: 'Listings' },
    validateSearch: searchReader({ q: isQuery(allListingFields, 500) }),
    component: lazyRouteComponent(() => import('./listings/listings/ListingsScreen.tsx'), 'ListingsScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/listings/$key',
    staticData: { tab: 'Pending Review', below: 'Listings' },
    loader: ({
      cause,
      params,
      context,
    }: {
      cause: string
      params: { key: string }
      context: { prefetch: Prefetch }
    }) => {
      if (cause === 'preload') context.prefetch(api.listings.get, { params: { id: params.key } })
    },
    validateSearch: readMoment,
    component: lazyRouteComponent(() => import('./listing-page.tsx'), 'ListingPage'),
  }),
] as const
