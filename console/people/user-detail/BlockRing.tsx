import { Group, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { LinkedAccounts } from '@portreeve/contract/people/linked-accounts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useOwnUid } from '../../data/backend.tsx'
import { blockQueries } from '../../data/blocking.ts'
import { useBulkEnded } from '../../data/bulk.ts'
import { detailOf } from '../../data/failure.ts'
import { keyOf } from '../../data/queries.ts'
import { useAction } from '../../data/use-action.ts'
import { count } from '../../format/words.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { LinkMatrix } from './LinkMatrix.tsx'
import classes from './linked-accounts.module.css'

type Account = LinkedAccounts['accounts'][number]

/**
 * Blocks chosen accounts of a ring with one reason, as a job of the server. Its progress, its results and its undo are in the
 * drawer of bulk actions, whose address survives a reload.
 */
export function BlockRing({ linked, uid }: { linked: LinkedAccounts; uid: string }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [reason, setReason] = useState('')
  const ownUid = useOwnUid()
  const navigate = useNavigate()
  const begin = useAction(api.bulk.start, {
    failed: 'The accounts could not be blocked',
    refetch: [api.bulk.mine],
  })
  const queries = useQueryClient()
  // The end of a job is no live event, and the live feed, which reports each account, may be down.
  useBulkEnded((action) => {
    if (action !== 'users.ban') return
    for (const endpoint of blockQueries) void queries.invalidateQueries({ queryKey: keyOf(endpoint) })
  })

  const note = useAction(api.notes.create, {
    done: ({ input }) => `Note on ${count(1 + (input.body.also?.length ?? 0), 'account', 'accounts')} saved`,
    refetch: [api.timeline.of, api.notes.of, api.users.overview],
    settle: ({ done }) => {
      if (!done) return
      setChosen(new Set())
      setReason('')
    },
  })
  const picked = freeOf(linked, ownUid).filter((account) => chosen.has(account.uid))

  /** Whom a note is about beside this person: the chosen accounts, or the whole ring. */
  const noted = (picked.length > 0 ? picked : linked.accounts)
    .map((one) => one.uid)
    .filter((one) => one !== uid)

  const block = async () => {
    const outcome = await begin.run({
      body: {
        action: 'users.ban',
        input: { ban_reason: reason },
        rows: { ids: picked.map(({ uid: id }) => ({ id })) },
      },
    })
    if (!outcome.done || !outcome.data?.id) return
    setChosen(new Set())
    setReason('')
    const { id } = outcome.data
    void navigate({
      to: '.',
      hash: true,
      state: true,
      resetScroll: false,
      search: (now: object) => ({ ...now, bulk: id }),
    })
  }

  return (
    <form
      className={classes.ring}
      onSubmit={(event) => {
        event.preventDefault()
        if (picked.length > 0 && !begin.busy) void block()
      }}
    >
      <LinkMatrix
        linked={linked}
        uid={uid}
        whyNot={(account) => whyNot(account, ownUid)}
        chosen={chosen}
        onChoose={setChosen}
        busy={begin.busy}
      />
      <Group gap="sm" align="flex-end">
        <TextInput
          label="Reason for all"
          description="Or a note, which stands on the page of each and of this person."
          error={note.failure && (detailOf(note.failure) ?? 'It was not saved.')}
          size="sm"
          flex={1}
          miw={200}
          dir="auto"
          maxLength={10_000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <GuardedButton
          may="users.block"
          type="submit"
          size="sm"
          variant="default"
          whyNot={picked.length === 0 ? 'Choose accounts first.' : null}
          loading={begin.busy}
        >
          {picked.length === 0 ? 'Block accounts' : `Block ${count(picked.length, 'account', 'accounts')}`}
        </GuardedButton>
        <GuardedButton
          may="notes.write"
          size="sm"
          variant="default"
          whyNot={reason.trim() === '' ? 'Write the note first.' : null}
          loading={note.busy}
          onClick={() => void note.run({ body: { kind: 'user', id: uid, text: reason, also: noted } })}
        >
          {`Note on ${picked.length === 0 ? 'all' : 'them'}`}
        </GuardedButton>
      </Group>
      <LeaveGuard dirty={reason.trim() !== ''} what="the reason of a block" />
    </form>
  )
}

/** Why an account cannot be blocked; null if it can. */
const whyNot = (account: Account, ownUid: string | null) =>
  account.uid === ownUid ? 'This is you' : account.isBanned ? 'Already blocked' : null

const freeOf = ({ accounts }: LinkedAccounts, ownUid: string | null) =>
  accounts.filter((account) => whyNot(account, ownUid) === null)
