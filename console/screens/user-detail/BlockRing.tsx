import { Checkbox, Group, Text, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { LinkedAccounts } from '@portreeve/contract/linked-accounts'
import { takeBackSeconds } from '@portreeve/contract/review'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useOwnUid } from '../../data/backend.tsx'
import { keyOf } from '../../data/queries.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { count, orNull } from '../../format/words.ts'
import { GuardedButton } from '../../parts/GuardedButton.tsx'
import { UserLink } from '../../parts/UserLink.tsx'
import { blockQueries } from './blocking.ts'
import classes from './linked-accounts.module.css'
import { shared } from './linked-accounts.ts'

type Account = LinkedAccounts['accounts'][number]

const stale = [api.linkedAccounts.get, ...blockQueries]

/** Milliseconds between two readings of a running job, which has no event of its own. */
const readEvery = 500

const resultWords = {
  blocked: 'Blocked',
  unblocked: 'Unblocked again',
  pending: 'Waits…',
  refused: 'Not blocked',
}

/**
 * Blocks chosen accounts of a ring with one reason. The server does it in the background, each account with its own audit row
 * and its own result; the job goes on when this page closes. It can be undone for some seconds.
 */
export function BlockRing({ linked, uid }: { linked: LinkedAccounts; uid: string }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [reason, setReason] = useState('')
  const [started, setStarted] = useState<string | null>(null)
  const [canUndo, setCanUndo] = useState(false)
  const ownUid = useOwnUid()
  const begin = useAction(api.users.banMany, { failed: 'The accounts could not be blocked' })
  const stop = useAction(api.users.undoBanMany, {
    failed: 'The block could not be undone',
    refetch: [api.users.banJob],
  })
  const { data: job } = useData(
    api.users.banJob,
    { params: { id: started ?? '' } },
    { when: started !== null, every: ({ pending }) => (pending > 0 ? readEvery : null) },
  )
  const results = new Map(job?.results.map((result) => [result.uid, result]))
  const running = begin.busy || stop.busy || (started !== null && job?.pending !== 0)
  const isDone = job?.pending === 0
  const queries = useQueryClient()
  // The end of a job is no event here, and the live feed, which reports each account, may be down.
  useEffect(() => {
    if (isDone) for (const endpoint of stale) void queries.invalidateQueries({ queryKey: keyOf(endpoint) })
  }, [isDone, queries])

  const whyNot = (account: Account) =>
    account.uid === ownUid ? 'This is you' : account.isBanned ? 'Already blocked' : null
  const free = linked.accounts.filter((account) => whyNot(account) === null)
  const picked = free.filter((account) => chosen.has(account.uid))

  const block = async () => {
    const outcome = await begin.run({
      body: { uids: picked.map((account) => account.uid), ban_reason: reason },
    })
    if (!outcome.done || !outcome.data?.id) return
    setStarted(outcome.data.id)
    setChosen(new Set())
    setReason('')
    setCanUndo(true)
    setTimeout(() => setCanUndo(false), takeBackSeconds * 1000)
  }
  const undo = async () => {
    setCanUndo(false)
    if (started !== null) await stop.run({ params: { id: started } })
  }
  const wordsOf = (account: Account) => {
    const result = results.get(account.uid)
    return result ? (result.words ?? resultWords[result.state]) : (whyNot(account) ?? '')
  }
  const toggle = (one: string) =>
    setChosen((all) => new Set(all.has(one) ? [...all].filter((other) => other !== one) : [...all, one]))

  return (
    <form
      className={classes.ring}
      onSubmit={(event) => {
        event.preventDefault()
        if (picked.length > 0 && !running) void block()
      }}
    >
      <table className={classes.ringTable} aria-label="Accounts of the ring">
        <thead>
          <tr>
            <th scope="col">
              <Checkbox
                size="xs"
                aria-label="Choose all"
                disabled={free.length === 0 || running}
                checked={free.length > 0 && picked.length === free.length}
                indeterminate={picked.length > 0 && picked.length < free.length}
                onChange={(event) =>
                  setChosen(new Set(event.currentTarget.checked ? free.map((one) => one.uid) : []))
                }
              />
            </th>
            <th scope="col">Account</th>
            <th scope="col">Linked by</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {linked.accounts.map((account) => (
            <tr key={account.uid}>
              <td>
                <Checkbox
                  size="xs"
                  aria-label={`Choose ${orNull(account.displayName)}`}
                  disabled={whyNot(account) !== null || running}
                  checked={chosen.has(account.uid)}
                  onChange={() => toggle(account.uid)}
                />
              </td>
              <td>
                <UserLink uid={account.uid} name={account.displayName} />
              </td>
              <td>{account.uid === uid ? 'this person' : shared(linked.links, uid, account.uid)}</td>
              <td aria-live="polite">{wordsOf(account)}</td>
            </tr>
          ))}
        </tbody>
      </table>
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
          loading={running}
        >
          {picked.length === 0 ? 'Block accounts' : `Block ${count(picked.length, 'account', 'accounts')}`}
        </GuardedButton>
        {canUndo && (
          <GuardedButton may="users.block" size="sm" variant="subtle" onClick={() => void undo()}>
            {`Undo (${takeBackSeconds} s)`}
          </GuardedButton>
        )}
      </Group>
      {running && (
        <Text size="sm" role="status">
          {job ? `${job.results.length - job.pending} of ${job.results.length} done` : 'Starting'}…
        </Text>
      )}
    </form>
  )
}
