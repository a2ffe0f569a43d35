import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readMetricsSearch } from './conversations/inbox-metrics/search.ts'
import { searchReader, upTo } from './data/url-search.ts'
import { shell } from './shell-route.tsx'

/** The pages about the team inbox, below the tab Messages. */
export const inboxRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/leave',
    staticData: { tab: null },
    validateSearch: searchReader({ to: upTo(2000) }),
    component: lazyRouteComponent(
      () => import('./conversations/conversations/LeaveScreen.tsx'),
      'LeaveScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/inbox-metrics',
    staticData: { tab: 'Messages', named: 'Team metrics' },
    validateSearch: readMetricsSearch,
    component: lazyRouteComponent(
      () => import('./conversations/inbox-metrics/InboxMetricsScreen.tsx'),
      'InboxMetricsScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/inbox-settings',
    staticData: { tab: 'Messages', named: 'Targets and working hours' },
    component: lazyRouteComponent(
      () => import('./conversations/inbox-settings/InboxSettingsScreen.tsx'),
      'InboxSettingsScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/incidents',
    staticData: { tab: 'Messages', named: 'Incidents' },
    component: lazyRouteComponent(() => import('./desk/incidents/IncidentsScreen.tsx'), 'IncidentsScreen'),
  }),
] as const
