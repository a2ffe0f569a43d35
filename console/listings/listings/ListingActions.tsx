import { api } from '@portreeve/contract'
import type { Permission } from '@portreeve/contract/base/rights'
import type { ListingRecord } from '@portreeve/contract/listings/listings'
import { type ReactNode, useState } from 'react'
import { detailOf } from '../../data/failure.ts'
import { useHeld } from '../../data/held.ts'
import { useAction } from '../../data/use-action.ts'
import { orNull } from '../../format/words.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { onDemand } from '../../shell/on-demand.tsx'
import { ReasonDialog } from '../../shell/ReasonDialog.tsx'
import { DeletePost } from '../../shell/records/PostMenu.tsx'
import { DenyDialog, useCanned } from '../review/DenyDialog.tsx'
import { doneWords, explained, failedWords } from '../review/useDecisions.ts'
import classes from './listing.module.css'

const AddToList = onDemand(async () => (await import('../../people/value-lists/AddToList.tsx')).AddToList)

interface Action {
  label: string
  may: Permission
  /** Whether it is possible in the listing's present state. */
  when: boolean
  busy?: boolean
  run: () => void
}

const refetch = [api.listings.get, api.listings.search, api.timeline.of]

/** What staff do to a listing. Each is based on the version on the page: a change meanwhile refuses it, and shows the listing anew. */
export function ListingActions({
  record: { listing, deleted },
  children,
}: {
  record: ListingRecord
  /** Further actions. */
  children: ReactNode
}) {
  const { key: id, title, version, review_state: state = 'pending' } = listing
  const [dialog, setDialog] = useState<'deny' | 'reopen' | 'delete' | 'list' | null>(null)
  const held = useHeld().find((one) => one.subject_id === id && /\.(approve|deny)$/.test(one.action))
  const shared = {
    refetch: [...refetch, api.held.mine],
    refetchOnConflict: refetch,
    ifMatch: () => version,
  }
  const approve = useAction(api.posts.approve, {
    ...shared,
    done: doneWords('approved', title),
    failed: ({ failure }) => failedWords('approved', title, failure),
  })
  const deny = useAction(api.posts.deny, {
    ...shared,
    done: doneWords('denied', title),
    failed: ({ failure }) => failedWords('denied', title, failure),
    settle: ({ done }) => done && setDialog(null),
  })
  const undo = useAction(api.posts.takeBack, {
    refetch: shared.refetch,
    done: `Taken back: ${orNull(title)}`,
    failed: ({ failure }) => explained(`Failed to take back: ${orNull(title)}`, failure),
  })
  const params = { id }
  const actions: Action[] = [
    { label: 'Add to a list…', may: 'valueLists.write', when: true, run: () => setDialog('list') },
    {
      label: 'Take back',
      may: 'review.decide',
      when: state !== 'pending',
      busy: undo.busy,
      // The caller's own decision needs no reason in its first seconds: its mail is not sent yet.
      run: () => (held ? void undo.run({ params }) : setDialog('reopen')),
    },
    { label: 'Delete', may: 'posts.delete', when: true, run: () => setDialog('delete') },
    { label: 'Deny', may: 'review.decide', when: state !== 'denied', run: () => setDialog('deny') },
    {
      label: 'Approve',
      may: 'review.decide',
      when: state !== 'approved',
      busy: approve.busy,
      run: () => void approve.run({ params }),
    },
  ]
  const close = () => setDialog(null)
  return (
    <div className={classes.actions} data-record-actions>
      {!deleted && children}
      {(deleted ? [] : actions)
        .filter(({ when }) => when)
        .map(({ label, may, busy = false, run }) => (
          <GuardedButton
            key={label}
            may={may}
            variant={label === 'Approve' ? 'filled' : 'default'}
            size="compact-sm"
            loading={busy}
            onClick={run}
          >
            {label}
          </GuardedButton>
        ))}
      {dialog === 'deny' && (
        <Deny
          of={orNull(title)}
          problem={deny.failure && detailOf(deny.failure)}
          onChoose={(message) => !deny.busy && void deny.run({ params, body: { message } })}
          onClose={close}
        />
      )}
      {dialog === 'reopen' && (
        <ReasonDialog
          {...shared}
          call={api.listings.reopen}
          input={(reason) => ({ params, body: { reason } })}
          done={`Taken back: ${orNull(title)}`}
          title="Take back the decision"
          subtitle={
            <>
              <bdi>{orNull(title)}</bdi> waits for review again, and the marketplace hides it until then. A
              mail that the seller has is not recalled.
            </>
          }
          confirmText="Take back"
          onClose={close}
        />
      )}
      {dialog === 'list' && <AddToList from={{ kind: 'listing', id }} onClose={close} />}
      {dialog === 'delete' && (
        <DeletePost post={listing} ifMatch={version} refetch={refetch} onClose={close} />
      )}
    </div>
  )
}

/** Mounted for one opening: the messages are loaded when they are needed. */
function Deny(props: {
  of: string
  problem: string | null
  onChoose: (message: string) => void
  onClose: () => void
}) {
  return <DenyDialog {...props} model="listing" canned={useCanned()} />
}
