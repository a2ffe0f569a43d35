import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readIngestSearch } from './marketplace/ingest/search.ts'
import { readEndpointSearch } from './marketplace/webhook-endpoints/search.ts'
import { shell } from './shell-route.tsx'

/** What connects the marketplace's own app. */
export const developerRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/developers',
    staticData: { tab: 'Developers', mayAny: ['webhooks.manage', 'machineKeys.read', 'extensions.manage'] },
    validateSearch: readIngestSearch,
    component: lazyRouteComponent(
      () => import('./marketplace/webhook-endpoints/DevelopersScreen.tsx'),
      'DevelopersScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/developers/$id',
    staticData: { tab: 'Developers' },
    validateSearch: readEndpointSearch,
    component: lazyRouteComponent(
      () => import('./marketplace/webhook-endpoints/EndpointScreen.tsx'),
      'EndpointScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/extensions',
    staticData: { tab: 'Developers' },
    component: lazyRouteComponent(
      () => import('./marketplace/extensions/ExtensionsScreen.tsx'),
      'ExtensionsScreen',
    ),
  }),
] as const
