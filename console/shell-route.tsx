import type { Permission } from '@portreeve/contract/rights'
import {
  createRootRouteWithContext,
  createRoute,
  Navigate,
  Outlet,
  useLocation,
} from '@tanstack/react-router'
import { useState } from 'react'
import type { Prefetch } from './data/ahead.ts'
import type { ListLink } from './data/saved-views.ts'
import { onDemand } from './parts/on-demand.tsx'
import { Keys } from './screens/palette/Keys.tsx'
import { Shell } from './screens/shell/Shell.tsx'

const JobDrawer = onDemand(async () => (await import('./parts/bulk/JobDrawer.tsx')).JobDrawer)
const CaseBar = onDemand(async () => (await import('./screens/desk/CaseBar.tsx')).CaseBar)

/** A page, below the case with which the desk opened it: the bar stays until another page is opened. */
function Root() {
  const { pathname, search } = useLocation()
  const desk = 'desk' in search ? String(search.desk) : undefined
  const [opened, setOpened] = useState<{ desk: string; pathname: string }>()
  if (desk ? opened?.desk !== desk || opened.pathname !== pathname : opened && opened.pathname !== pathname)
    setOpened(desk ? { desk, pathname } : undefined)
  return (
    <>
      {opened && <CaseBar text={opened.desk} />}
      <Outlet />
      {'bulk' in search && <JobDrawer named={String(search.bulk)} />}
      <Keys />
    </>
  )
}

/** Every address of the console. Links name these paths: `<Link to="/user-detail/$uid" params={{ uid }}>`. */
export const root = createRootRouteWithContext<{ prefetch: Prefetch; startPage: () => Promise<ListLink> }>()({
  staticData: { tab: null },
  // A record's timeline and an entry of it, on any page that has the record (parts/timeline/Timeline.tsx), the case with
  // which the desk opened the page (screens/desk/CaseBar.tsx), bulk jobs (parts/bulk/JobDrawer.tsx), and the
  // columns of a saved view (parts/columns/useColumns.tsx)
  validateSearch: ({
    timeline,
    entry,
    desk,
    bulk,
    columns,
  }: Record<string, unknown>): {
    timeline?: string
    entry?: string
    desk?: string
    bulk?: string
    columns?: string
  } => ({
    ...(typeof timeline === 'string' && { timeline }),
    ...(typeof entry === 'string' && /^\d{1,14}$/.test(entry) && { entry }),
    ...(typeof desk === 'string' && { desk }),
    ...(typeof bulk === 'string' && { bulk }),
    ...(typeof columns === 'string' && { columns }),
  }),
  component: Root,
  // D-040: an unknown path leads to the users, and so does one that is longer than a known one (NAV-24).
  notFoundComponent: () => <Navigate to="/dashboard/users" replace />,
})

/** NAV-02: the navigation bar around every dashboard page. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  staticData: { tab: null },
  component: Shell,
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
