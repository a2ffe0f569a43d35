import { api } from '@portreeve/contract'
import type { Held } from '@portreeve/contract/staff/held'
import { useBackend } from '../../data/backend.tsx'
import { CallFailure, failureText } from '../../data/failure.ts'
import { useHeld } from '../../data/held.ts'
import { useAction } from '../../data/use-action.ts'
import type { Chip, Deed } from '../../shell/triage/useTriage.ts'
import { shownBy } from './options.ts'

const undoing = { refetch: [...shownBy, api.held.mine] }
const tooLate = new CallFailure(409, { error_message: 'It can no longer be undone.' })

/** Undoes what the server holds, by its action and its subject. */
export function useHeldUndo(): (action: Held['action'], subject: string) => ReturnType<Deed['undo']> {
  const { call } = useBackend()
  const undo = useAction(api.held.undo, undoing)
  return async (action, subject) => {
    try {
      const { data } = await call(api.held.mine, {})
      const found = data.find((one) => one.action === action && one.subject_id === subject)
      return found ? await undo.run({ params: { id: found.id } }) : { done: false, failure: tooLate }
    } catch (failure) {
      return { done: false, failure: failure as CallFailure }
    }
  }
}

const verbs: Readonly<Partial<Record<Held['action'], string>>> = {
  'posts.remove': 'Deleted',
  'listingReports.ignore': 'Ignored the reports',
  'userReports.resolve': 'Resolved the reports',
  'users.unban': 'Unblocked',
  'posts.approve': 'Approved',
  'posts.deny': 'Denied',
  'promotedPosts.approve': 'Approved',
  'promotedPosts.deny': 'Denied',
}

/** The row of the desk that a held action is about. */
export const rowOf = ({ action, subject_kind, subject_id }: Held) =>
  `${action === 'listingReports.ignore' ? 'listing_reports' : subject_kind === 'user' ? 'user_reports' : subject_kind}:${subject_id}`

/** What the caller did before this page was loaded and can still undo. @param known the chips of this page */
export function useEarlier(known: readonly Chip[]): Chip[] {
  // Their chips follow from what the server holds and keep no refusal.
  const told = { ...undoing, failed: ({ failure }: { failure: CallFailure }) => failureText(failure) }
  const undo = useAction(api.held.undo, told)
  const listing = useAction(api.posts.takeBack, told)
  const promotion = useAction(api.promotedPosts.takeBack, told)
  const held = useHeld()
  const rows = new Set(known.map(({ row }) => row))
  return held
    .filter((one) => !rows.has(rowOf(one)))
    .map((one, at): Chip => {
      const run = () =>
        one.action.startsWith('posts.') && one.action !== 'posts.remove'
          ? listing.run({ params: { id: one.subject_id } })
          : one.action.startsWith('promotedPosts.')
            ? promotion.run({ params: { id: one.subject_id } })
            : undo.run({ params: { id: one.id } })
      return {
        ...{
          key: -1 - at,
          row: rowOf(one),
          did: verbs[one.action] ?? 'Deleted',
          name: one.title ?? one.subject_id,
        },
        ...{ state: 'done', problem: null, run, undo: run },
      }
    })
}
