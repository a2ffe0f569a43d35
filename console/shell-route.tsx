import type { Permission } from '@portreeve/contract/rights'
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  Navigate,
  Outlet,
} from '@tanstack/react-router'
import type { Prefetch } from './data/ahead.ts'

/** Every address of the console. Links name these paths: `<Link to="/user-detail/$uid" params={{ uid }}>`. */
export const root = createRootRouteWithContext<{ prefetch: Prefetch }>()({
  staticData: { tab: null },
  // A record's timeline and an entry of it, on any page that has the record (parts/timeline/Timeline.tsx)
  validateSearch: ({ timeline, entry }: Record<string, unknown>): { timeline?: string; entry?: string } => ({
    ...(typeof timeline === 'string' && { timeline }),
    ...(typeof entry === 'string' && /^\d{1,14}$/.test(entry) && { entry }),
  }),
  component: Outlet,
  // D-040: an unknown path leads to the users, and so does one that is longer than a known one (NAV-24).
  notFoundComponent: () => <Navigate to="/dashboard/users" replace />,
})

/** NAV-02: the navigation bar around every dashboard page. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  staticData: { tab: null },
  component: lazyRouteComponent(() => import('./screens/shell/Shell.tsx'), 'Shell'),
})

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The navigation's tab that the page belongs to; null for a page that only links lead to. */
    tab: string | null
    /** The link below the tab that the page belongs to. */
    below?: string
    /** The permission without which the tab is hidden; every role sees the tabs of the spec. */
    may?: Permission
  }
}
