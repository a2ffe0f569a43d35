import { del, get, Id, patch, post, text } from './endpoint.ts'
import { inboxViews as fixedViews, maxTagLength } from './inbox.ts'
import { z } from './zod.ts'

/** Saved views of one staff member. */
export const maxSavedViews = 50
export const maxViewName = 60

/** The filters of the team inbox that a view keeps. 'mine' and 'mentioned' are about who opens the view. */
const filters = {
  view: z.enum(fixedViews),
  tag: text(maxTagLength).nullable(),
  account: Id.nullable(),
  assignee: Id.nullable(),
}

const Name = text(maxViewName).refine((name) => name.trim() !== '', 'is empty')

/** Filters of the team inbox under a name. */
export const SavedView = z.object({
  id: Id,
  name: Name,
  ...filters,
  /** Whether all who may read the team inbox see it; else only its owner. */
  shared: z.boolean(),
  owner: z.object({ uid: Id, name: text(1000).nullable() }),
})
export type SavedView = z.infer<typeof SavedView>

const theirs = 'Refuses with forbidden another person’s view, unless an admin changes a shared one.'

export const inboxViews = {
  list: get('/v1/admin/inbox_views', {
    may: 'inbox.read',
    about: "The caller's saved views of the team inbox and the shared ones, by name. Not part of the spec.",
    data: z.array(SavedView),
  }),
  create: post('/v1/admin/inbox_views', {
    may: 'inbox.write',
    about: `Saves filters of the team inbox under a name, for the caller or for the team. Refuses with conflict a name that the caller sees already, and with refused more than ${maxSavedViews} views. Not part of the spec.`,
    body: z.strictObject({ name: Name, ...filters, shared: z.boolean() }),
    data: SavedView,
  }),
  update: patch('/v1/admin/inbox_views/{id}', {
    may: 'inbox.write',
    about: `Renames a saved view, shares it, or makes it personal. Refuses with conflict a name that the caller sees already. ${theirs} Not part of the spec.`,
    body: z.strictObject({ name: Name.optional(), shared: z.boolean().optional() }),
    data: SavedView,
  }),
  remove: del('/v1/admin/inbox_views/{id}', {
    may: 'inbox.write',
    about: `Deletes a saved view; its conversations stay. ${theirs} Not part of the spec.`,
    data: z.null(),
  }),
}
