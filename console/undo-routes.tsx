import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
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
    path: '/dashboard/transparency',
    staticData: { tab: 'Moderating', may: 'audit.read' },
    validateSearch: readTransparencySearch,
    component: lazyRouteComponent(
      () => import('./people/transparency/TransparencyScreen.tsx'),
      'TransparencyScreen',
    ),
  }),
] as const
