import type { Permission } from '@portreeve/contract/base/rights'
import { deskKindNames } from '@portreeve/contract/desk/desk-ranking'
import { timelineKinds } from '@portreeve/contract/staff/timeline'
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
  useLocation,
} from '@tanstack/react-router'
import { useState } from 'react'
import type { Prefetch } from './data/ahead.ts'
import type { ListLink } from './data/saved-views.ts'
import { isShort, searchReader, unknownIn, unknownWords, upTo } from './data/url-search.ts'
import { Keys } from './desk/palette/Keys.tsx'
import { Shell } from './shell/navigation/Shell.tsx'
import { onDemand } from './shell/on-demand.tsx'
import { toastDone } from './ui/toast.ts'

const JobDrawer = onDemand(async () => (await import('./shell/bulk/JobDrawer.tsx')).JobDrawer)
const WriteDialog = onDemand(
  async () => (await import('./conversations/outbound/WriteDialog.tsx')).WriteDialog,
)
const CaseBar = onDemand(async () => (await import('./desk/desk/CaseBar.tsx')).CaseBar)

/**
 * What an address opens above any page: a record's timeline and an entry of it (staff/timeline/Timeline.tsx), the case with which
 * the desk opened the page (desk/desk/CaseBar.tsx), the record of a list's panel, bulk jobs (shell/bulk/JobDrawer.tsx), a message to a person and
 * its transaction (conversations/outbound/WriteDialog.tsx), and the columns of a saved
 * view (shell/columns/useColumns.tsx).
 */
const readOpened = searchReader({
  timeline: (text) => isRecord(text, Object.keys(timelineKinds)),
  entry: (text) => /^\d{1,14}$/.test(text),
  desk: (text) => isRecord(text, deskKindNames),
  // The records that lists show in a panel (shell/peek/PeekArea.tsx); each list knows its kinds.
  peek: (text) => /^\w{1,30}:./.test(text) && text.length <= 240,
  bulk: (text) => text.split(',').every(isShort),
  write: isShort,
  about: isShort,
  columns: upTo(2000),
})

/** 'kind:id' of a known kind. */
function isRecord(text: string, kinds: readonly string[]): boolean {
  const at = text.indexOf(':')
  return kinds.includes(text.slice(0, at)) && isShort(text.slice(at + 1))
}

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
      {'write' in search && (
        <WriteDialog
          key={String(search.write)}
          uid={String(search.write)}
          order={'about' in search ? String(search.about) : undefined}
        />
      )}
      <Keys />
    </>
  )
}

/** Every address of the console. Links name these paths: `<Link to="/user-detail/$uid" params={{ uid }}>`. */
export const root = createRootRouteWithContext<{ prefetch: Prefetch; startPage: () => Promise<ListLink> }>()({
  staticData: { tab: null },
  validateSearch: readOpened,
  // The rest of an address is what its page knows: each page reads it with a reader that drops the unknown
  // (data/url-search.ts). A dropped part leaves the address, too, and the person is told.
  beforeLoad: ({ location, matches, preload }) => {
    const known = matches.at(-1)?._strictSearch ?? {}
    const unknown = unknownIn(location.search, known)
    if (unknown.length === 0) return
    if (!preload) toastDone({ message: unknownWords(unknown), stays: 10_000 })
    throw redirect({ to: '.', search: known, hash: location.hash, state: location.state, replace: true })
  },
  component: Root,
})

/** D-040, NAV-24: an unknown path redirects to the users, with a toast. A known path that goes on is an unknown one. */
export const elsewhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  staticData: { tab: null },
  beforeLoad: ({ location: { pathname }, preload }) => {
    if (!preload) toastDone({ message: `There is no page ${pathname}. These are the users.`, stays: 10_000 })
    throw redirect({ to: '/dashboard/users', replace: true })
  },
})

/** Where a tab ends that was opened to sign in with a company's provider. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  path: '/signed-in',
  staticData: { tab: null },
  component: lazyRouteComponent(() => import('./staff/sign-in/SignedInElsewhere.tsx'), 'SignedInElsewhere'),
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
    /** What the palette calls the page, where that is neither its tab nor that link. */
    named?: string
    /** The permissions of the page's parts: without any of them the tab is hidden. Every role sees the tabs of the spec. */
    mayAny?: readonly Permission[]
  }
}
