import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readUndoSearch } from './desk/undo-plans/search.ts'
import { shell } from './shell-route.tsx'

/** The plans that undo what was done, below the tab Staff. */
export const undoRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/undo',
    staticData: { tab: 'Staff', below: 'Undo' },
    validateSearch: readUndoSearch,
    component: lazyRouteComponent(() => import('./desk/undo-plans/UndoPlansScreen.tsx'), 'UndoPlansScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/undo/$id',
    staticData: { tab: 'Staff', below: 'Undo' },
    component: lazyRouteComponent(() => import('./desk/undo-plans/UndoPlanScreen.tsx'), 'UndoPlanScreen'),
  }),
] as const
