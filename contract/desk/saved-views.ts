import { del, get, Id, patch, post, text } from '../base/endpoint.ts'
import { noPast } from '../base/no-past.ts'
import { namesOf } from '../base/own.ts'
import type { Permission } from '../base/rights.ts'
import { z } from '../base/zod.ts'

/** Saved views of one staff member, in all lists. */
export const maxSavedViews = 100
export const maxViewName = 60

/** A list whose filters, search, order and columns are in its URL. */
interface ViewList {
  /** What the list is called. */
  readonly words: string
  readonly path: string
  /** The permission to read the list, and thereby its shared views. */
  readonly may: Permission | 'staff'
  /** Names in the URL that are no filter, such as the opened record. */
  readonly without?: readonly string[]
}

/** The lists that have saved views. */
export const viewLists = {
  users: { words: 'Users', path: '/dashboard/users', may: 'users.read' },
  listings: { words: 'Listings', path: '/dashboard/listings', may: 'posts.read' },
  orders: {
    words: 'Orders',
    path: '/dashboard/txns/overview',
    may: 'transactions.read',
    without: ['dialog'],
  },
  disputes: { words: 'Disputes', path: '/dashboard/disputes', may: 'transactions.read', without: ['txn'] },
  refunds: { words: 'Refunds', path: '/dashboard/refunds', may: 'transactions.read' },
  payouts: { words: 'Payouts', path: '/dashboard/payouts', may: 'transactions.read' },
  reconciliation: { words: 'Reconciliation', path: '/dashboard/reconciliation', may: 'transactions.read' },
  messages: { words: 'Messages', path: '/dashboard/messages', may: 'inbox.read' },
  desk: { words: 'Desk', path: '/dashboard/desk', may: 'staff' },
  audit: { words: 'Audit log', path: '/dashboard/audit', may: 'audit.read' },
} as const satisfies Record<string, ViewList>
export type ViewListName = keyof typeof viewLists

/** Query parameters of drawers and dialogs, which are no part of a saved view. */
export const openedAbove: readonly string[] = ['timeline', 'entry', 'desk', 'peek', 'bulk', 'write', 'about']

/** The part of a list's URL that a view saves. */
export function viewSearch(list: ViewListName, search: object): Record<string, string> {
  const { without = [] }: ViewList = viewLists[list]
  return Object.fromEntries(
    Object.entries(search).filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' && !openedAbove.includes(entry[0]) && !without.includes(entry[0]),
    ),
  )
}

/** Whether two parts of a URL are the same, in any order. */
export const isSameSearch = (one: Record<string, string>, other: Record<string, string>): boolean => {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}

const Name = text(maxViewName).refine((name) => name.trim() !== '', 'is empty')

const List = z.enum(namesOf(viewLists))

/** Filters, search, order and columns of a list, as its URL has them. */
const Search = z
  .record(text(40), text(2000))
  .refine((search) => Object.keys(search).length > 0, 'has no filter')
  .refine((search) => Object.keys(search).length <= 30, 'has more than 30 filters')

/** What a list shows, under a name. */
export const SavedView = z.object({
  id: Id,
  list: List,
  name: Name,
  /** The part of the URL behind the question mark. */
  search: Search,
  /** Whether all who may read the list see it; else only its owner. */
  shared: z.boolean(),
  owner: z.object({ uid: Id, name: text(1000).nullable() }),
})
export type SavedView = z.infer<typeof SavedView>

const theirs = 'Refuses with forbidden another person’s view, unless an admin changes a shared one.'

export const savedViews = {
  list: get('/v1/admin/saved_views', {
    noPast: noPast.staff,
    may: 'staff',
    about:
      "The caller's saved views and the shared ones of the lists that the caller may read, by name. Not part of the spec.",
    data: z.array(SavedView),
  }),
  create: post('/v1/admin/saved_views', {
    may: 'staff',
    deed: {},
    about: `Saves what a list shows under a name, for the caller or for the team. Refuses with conflict a name that the caller sees already in this list, and with refused more than ${maxSavedViews} views. Not part of the spec.`,
    body: z.strictObject({ list: List, name: Name, search: Search, shared: z.boolean() }),
    data: SavedView,
  }),
  update: patch('/v1/admin/saved_views/{id}', {
    may: 'staff',
    deed: {},
    about: `Renames a saved view, shares it, makes it personal, or replaces what it shows. Refuses with conflict a name that the caller sees already in its list. ${theirs} Not part of the spec.`,
    body: z.strictObject({
      name: Name.optional(),
      search: Search.optional(),
      shared: z.boolean().optional(),
    }),
    data: SavedView,
  }),
  remove: del('/v1/admin/saved_views/{id}', {
    may: 'staff',
    deed: {},
    about: `Deletes a saved view; the records of its list stay. ${theirs} Not part of the spec.`,
    data: z.null(),
  }),
}
