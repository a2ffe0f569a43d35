import { Checkbox, Group, Text, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { LinkedAccounts } from '@portreeve/contract/linked-accounts'
import { takeBackSeconds } from '@portreeve/contract/review'
import { useState } from 'react'
import { useOwnUid } from '../../data/backend.tsx'
import { failureText } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'
import { count, orNull } from '../../format/words.ts'
import { GuardedButton } from '../../parts/GuardedButton.tsx'
import { UserLink } from '../../parts/UserLink.tsx'
import { blockQueries } from './blocking.ts'
import classes from './linked-accounts.module.css'
import { shared } from './linked-accounts.ts'

type Account = LinkedAccounts['accounts'][number]

/** The outcome of the last run by uid, in words. */
type Results = ReadonlyMap<string, { readonly blocked: boolean; readonly words: string }>

const stale = [api.linkedAccounts.get, ...blockQueries]

/**
 * Blocks chosen accounts of a ring with one reason, one call after the other, so that each has its own audit row and its own
 * result. What was blocked can be undone for some seconds.
 */
export function BlockRing({ linked, uid }: { linked: LinkedAccounts; uid: string }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [reason, setReason] = useState('')
  const [results, setResults] = useState<Results>(new Map())
  const [running, setRunning] = useState<'Blocking' | 'Undoing' | null>(null)
  const [canUndo, setCanUndo] = useState(false)
  const ownUid = useOwnUid()
  const ban = useAction(api.users.ban, {})
  const unban = useAction(api.users.unban, { refetch: stale })
  const last = useAction(api.users.ban, { refetch: stale })

  const whyNot = (account: Account) =>
    account.uid === ownUid ? 'This is you' : account.isBanned ? 'Already blocked' : null
  const free = linked.accounts.filter((account) => whyNot(account) === null)
  const picked = free.filter((account) => chosen.has(account.uid))
  const note = (one: string, blocked: boolean, words: string) =>
    setResults((all) => new Map(all).set(one, { blocked, words }))

  const block = async () => {
    setRunning('Blocking')
    setResults(new Map())
    let blocked = 0
    for (const account of picked) {
      // The last call refetches, so that the rows do not change while others are still on their way.
      const { run } = account === picked.at(-1) ? last : ban
      const outcome = await run({ params: { uid: account.uid }, query: {}, body: { ban_reason: reason } })
      if (outcome.done) blocked += 1
      note(account.uid, outcome.done, outcome.done ? 'Blocked' : failureText(outcome.failure))
    }
    setRunning(null)
    setChosen(new Set())
    if (blocked === 0) return
    setReason('')
    setCanUndo(true)
    setTimeout(() => setCanUndo(false), takeBackSeconds * 1000)
  }
  const undo = async () => {
    setRunning('Undoing')
    setCanUndo(false)
    for (const [one, { blocked }] of results) {
      if (!blocked) continue
      const outcome = await unban.run({ params: { uid: one } })
      note(one, !outcome.done, outcome.done ? 'Unblocked again' : failureText(outcome.failure))
    }
    setRunning(null)
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
                disabled={free.length === 0 || running !== null}
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
                  disabled={whyNot(account) !== null || running !== null}
                  checked={chosen.has(account.uid)}
                  onChange={() => toggle(account.uid)}
                />
              </td>
              <td>
                <UserLink uid={account.uid} name={account.displayName} />
              </td>
              <td>{account.uid === uid ? 'this person' : shared(linked.links, uid, account.uid)}</td>
              <td aria-live="polite">{results.get(account.uid)?.words ?? whyNot(account) ?? ''}</td>
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
          loading={running === 'Blocking'}
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
          {running === 'Blocking' ? `${results.size} of ${picked.length} done` : 'Undoing'}…
        </Text>
      )}
    </form>
  )
}
