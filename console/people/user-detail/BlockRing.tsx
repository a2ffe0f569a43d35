import { Group, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { LinkedAccounts } from '@portreeve/contract/people/linked-accounts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useOwnUid } from '../../data/backend.tsx'
import { blockQueries } from '../../data/blocking.ts'
import { useBulkEnded } from '../../data/bulk.ts'
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

  const picked = freeOf(linked, ownUid).filter((account) => chosen.has(account.uid))

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
