import { Checkbox, Group, Text, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { BulkJob, BulkRow } from '@portreeve/contract/bulk'
import type { LinkedAccounts } from '@portreeve/contract/linked-accounts'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
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

const isRunning = ({ state }: BulkJob) => state === 'running' || state === 'undoing'

/** Milliseconds between two readings of a running job, which has no event of its own. */
const readEvery = 500

const resultWords: Readonly<Record<BulkRow['state'], string>> = {
  done: 'Blocked',
  kept: 'Blocked',
  undone: 'Unblocked again',
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
  const ownUid = useOwnUid()
  const begin = useAction(api.bulk.start, { failed: 'The accounts could not be blocked' })
  const undo = useAction(api.bulk.undo, {
    failed: 'The block could not be undone',
    refetch: [api.bulk.get, api.bulk.rows],
  })
  const input = { params: { id: started ?? '' } }
  const { data: job } = useData(api.bulk.get, input, {
    when: started !== null,
    // Until the end of the job, and then of the time to undo it.
    every: (now) => (isRunning(now) || now.undo_left_ms !== null ? readEvery : null),
  })
  const isDone = job !== undefined && !isRunning(job)
  const { data: rows } = useData(
    api.bulk.rows,
    { ...input, query: {} },
    {
      when: started !== null,
      every: (now) => (!isDone || now.some(({ state }) => state === 'pending') ? readEvery : null),
    },
  )
  const results = new Map(rows?.map((row) => [row.id, row]))
  const running = begin.busy || undo.busy || (started !== null && !isDone)
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
      body: {
        action: 'users.ban',
        input: { ban_reason: reason },
        rows: { ids: picked.map(({ uid: id }) => ({ id })) },
      },
    })
    if (!outcome.done || !outcome.data?.id) return
    setStarted(outcome.data.id)
    setChosen(new Set())
    setReason('')
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
        {job && job.undo_left_ms !== null && (
          <GuardedButton may="users.block" size="sm" variant="subtle" onClick={() => void undo.run(input)}>
            {`Undo (${Math.ceil(job.undo_left_ms / 1000)} s)`}
          </GuardedButton>
        )}
      </Group>
      {running && (
        <Text size="sm" role="status">
          {job ? `${job.total - job.pending} of ${job.total} done` : 'Starting'}…
        </Text>
      )}
      {started !== null && (
        // With it in the address, progress and results survive a reload. It also stops the job.
        <Link to="." search={(now: object) => ({ ...now, bulk: started })} hash state>
          All results
        </Link>
      )}
    </form>
  )
}
