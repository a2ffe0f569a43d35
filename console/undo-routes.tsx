import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { isShort, searchReader } from './data/url-search.ts'
import { readMatchSearch, readReplaySearch } from './desk/rules/search.ts'
import { readUndoSearch } from './desk/undo-plans/search.ts'
import { readTransparencySearch } from './people/transparency/search.ts'
import { shell } from './shell-route.tsx'

/** The plans that undo what was done, below the audit log. */
export const undoRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/undo',
    staticData: { tab: 'Audit log' },
    validateSearch: readUndoSearch,
    component: lazyRouteComponent(() => import('./desk/undo-plans/UndoPlansScreen.tsx'), 'UndoPlansScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/undo/$id',
    staticData: { tab: 'Audit log' },
    component: lazyRouteComponent(() => import('./desk/undo-plans/UndoPlanScreen.tsx'), 'UndoPlanScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/policies',
    staticData: { tab: 'Moderating' },
    component: lazyRouteComponent(() => import('./listings/policies/PoliciesScreen.tsx'), 'PoliciesScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/rules',
    staticData: { tab: 'Moderating' },
    component: lazyRouteComponent(() => import('./desk/rules/RulesScreen.tsx'), 'RulesScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/rules/$id',
    staticData: { tab: 'Moderating' },
    validateSearch: readMatchSearch,
    component: lazyRouteComponent(() => import('./desk/rules/RuleScreen.tsx'), 'RuleScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/rules/met/$id',
    staticData: { tab: null, named: 'Met by a rule' },
    component: lazyRouteComponent(() => import('./desk/rules/MatchScreen.tsx'), 'MatchScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/rules/replays/$id',
    staticData: { tab: 'Moderating' },
    validateSearch: readReplaySearch,
    component: lazyRouteComponent(() => import('./desk/rules/ReplayScreen.tsx'), 'ReplayScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/lists',
    staticData: { tab: 'Moderating' },
    component: lazyRouteComponent(() => import('./people/value-lists/ListsScreen.tsx'), 'ListsScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/lists/$name',
    staticData: { tab: 'Moderating' },
    validateSearch: searchReader({ part: isShort }),
    component: lazyRouteComponent(() => import('./people/value-lists/ListScreen.tsx'), 'ListScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/transparency',
    staticData: { tab: 'Moderating', mayAny: ['audit.read'] },
    validateSearch: readTransparencySearch,
    component: lazyRouteComponent(
      () => import('./people/transparency/TransparencyScreen.tsx'),
      'TransparencyScreen',
    ),
  }),
] as const
