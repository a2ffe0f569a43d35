import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readMetricsSearch } from './conversations/inbox-metrics/search.ts'
import { isShort, isTime, searchReader } from './data/url-search.ts'
import { readDeskSearch } from './desk/desk/search.ts'
import { shell } from './shell-route.tsx'

/** The desk: all open work, its metrics and its weights; an appeal; a proposal; and a case file of a person. */
export const caseRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/desk',
    staticData: { tab: null, named: 'Desk' },
    validateSearch: readDeskSearch,
    component: lazyRouteComponent(() => import('./desk/desk/DeskScreen.tsx'), 'DeskScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/desk/metrics',
    staticData: { tab: null, named: 'Desk metrics' },
    validateSearch: readMetricsSearch,
    component: lazyRouteComponent(() => import('./desk/desk/DeskMetricsScreen.tsx'), 'DeskMetricsScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/desk/weights',
    staticData: { tab: null, named: 'Weights of the desk' },
    validateSearch: searchReader({ at: isTime }),
    component: lazyRouteComponent(() => import('./desk/desk/WeightsScreen.tsx'), 'WeightsScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/appeals/$id',
    staticData: { tab: null, named: 'Appeal' },
    component: lazyRouteComponent(() => import('./desk/appeals/AppealScreen.tsx'), 'AppealScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/proposals/$id',
    staticData: { tab: null, named: 'Proposal' },
    component: lazyRouteComponent(() => import('./desk/proposals/ProposalScreen.tsx'), 'ProposalScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/case-file',
    staticData: { tab: null, named: 'Case file' },
    validateSearch: searchReader({ uid: isShort }),
    component: lazyRouteComponent(() => import('./desk/case-files/CaseFileScreen.tsx'), 'CaseFileScreen'),
  }),
] as const
