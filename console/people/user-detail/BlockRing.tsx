import { Button, Checkbox, Group, TextInput } from '@mantine/core'
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
import { count, orNull } from '../../format/words.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { UserLink } from '../../shell/records/UserLink.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import classes from './linked-accounts.module.css'
import { shared } from './linked-accounts.ts'

type Account = LinkedAccounts['accounts'][number]

/** Rows that the table shows at first: a thousand would take seconds to draw. All of them can be chosen at once. */
const shownAtFirst = 100

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
      <Ring linked={linked} uid={uid} chosen={chosen} onChoose={setChosen} busy={begin.busy} />
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

interface RingProps {
  linked: LinkedAccounts
  uid: string
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  busy: boolean
}

/** The accounts of the ring, each with a checkbox. */
function Ring({ linked, uid, chosen, onChoose, busy }: RingProps) {
  const [isWhole, setIsWhole] = useState(linked.accounts.length <= shownAtFirst)
  const ownUid = useOwnUid()
  const free = freeOf(linked, ownUid).map((account) => account.uid)
  const picked = free.filter((one) => chosen.has(one))
  const toggle = (one: string) =>
    onChoose(new Set(chosen.has(one) ? [...chosen].filter((other) => other !== one) : [...chosen, one]))
  return (
    <>
      <table className={classes.ringTable} aria-label="Accounts of the ring">
        <thead>
          <tr>
            <th scope="col">
              <Checkbox
                size="xs"
                aria-label="Choose all"
                disabled={free.length === 0 || busy}
                checked={free.length > 0 && picked.length === free.length}
                indeterminate={picked.length > 0 && picked.length < free.length}
                onChange={(event) => onChoose(new Set(event.currentTarget.checked ? free : []))}
              />
            </th>
            <th scope="col">Account</th>
            <th scope="col">Linked by</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {(isWhole ? linked.accounts : linked.accounts.slice(0, shownAtFirst)).map((account) => (
            <tr key={account.uid}>
              <td>
                <Checkbox
                  size="xs"
                  aria-label={`Choose ${orNull(account.displayName)}`}
                  disabled={whyNot(account, ownUid) !== null || busy}
                  checked={chosen.has(account.uid)}
                  onChange={() => toggle(account.uid)}
                />
              </td>
              <td>
                <UserLink uid={account.uid} name={account.displayName} />
              </td>
              <td>{account.uid === uid ? 'this person' : shared(linked.links, uid, account.uid)}</td>
              <td>{whyNot(account, ownUid)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!isWhole && (
        <Button size="compact-sm" variant="subtle" onClick={() => setIsWhole(true)}>
          {`Show ${linked.accounts.length - shownAtFirst} more`}
        </Button>
      )}
    </>
  )
}
