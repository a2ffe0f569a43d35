import { Button, Skeleton } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { LinkedAccounts as Linked } from '@portreeve/contract/people/linked-accounts'
import { useMemo, useState } from 'react'
import { isUnknownCall } from '../../data/failure.ts'
import { useData } from '../../data/use-data.ts'
import { count, orNull } from '../../format/words.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { UserLink } from '../../shell/records/UserLink.tsx'
import { hashTarget } from '../../ui/browser/hash-target.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { BlockRing } from './BlockRing.tsx'
import classes from './linked-accounts.module.css'
import { evidenceWords, shared } from './linked-accounts.ts'

const LinkedAccountsGraph = onDemand(
  () =>
    import('./LinkedAccountsGraph.tsx').then(
      (graph) => graph.LinkedAccountsGraph,
      // If the graph cannot be loaded, the list has the same facts.
      () => () => null,
    ),
  <Skeleton height={320} />,
)

/** Accounts that the graph shows: more are neither legible nor quick to lay out. The list and the table have all of them. */
const maxDrawn = 200

function firstOf({ accounts, links, more }: Linked): Linked {
  const drawn = new Set(accounts.slice(0, maxDrawn).map(({ uid }) => uid))
  return {
    accounts: accounts.slice(0, maxDrawn),
    links: links.map((link) => ({ ...link, uids: link.uids.filter((uid) => drawn.has(uid)) })),
    more,
  }
}

/** The accounts that share evidence with the person, as a matrix, and as a graph on demand. Renders nothing without any. */
export function LinkedAccounts({ uid }: { uid: string }) {
  const linked = useData(api.linkedAccounts.get, { params: { uid } })
  const { data } = linked
  const [isGraph, setIsGraph] = useState(false)
  const drawn = useMemo(() => data && firstOf(data), [data])
  if (linked.failure && !isUnknownCall(linked.failure))
    return <FailedState message="The linked accounts could not be loaded." onRetry={linked.reload} />
  const others = (data?.accounts.length ?? 0) - 1
  if (!data || !drawn || others < 1) return null
  return (
    <figure id="linked" ref={hashTarget} className={classes.figure} aria-label="Linked accounts">
      <figcaption className={classes.caption}>
        <strong>Linked accounts</strong>
        <span className={classes.quiet}>
          {count(others, 'account shares', 'accounts share')} something with this one
          {data.more && ', and there are more than can be shown'}.
        </span>
        <Button
          variant="subtle"
          size="compact-xs"
          aria-pressed={isGraph}
          onClick={() => setIsGraph(!isGraph)}
        >
          As a graph
        </Button>
      </figcaption>
      {isGraph && (
        <>
          <p className={classes.quiet}>
            {data.accounts.length > maxDrawn && `The graph has the first ${maxDrawn}. `}
            {data.links.some((link) => link.weak) &&
              'A dashed line is a weak link: so many share it that it says little.'}
          </p>
          <LinkedAccountsGraph linked={drawn} uid={uid} />
          <details className={classes.details}>
            <summary>The same as a list</summary>
            <LinkedList linked={data} uid={uid} />
          </details>
        </>
      )}
      <BlockRing linked={data} uid={uid} />
    </figure>
  )
}

function LinkedList({ linked, uid }: { linked: Linked; uid: string }) {
  const nameOf = new Map(linked.accounts.map((account) => [account.uid, orNull(account.displayName)]))
  return (
    <>
      <ul className={classes.list} aria-label="Linked people">
        {linked.accounts
          .filter((account) => account.uid !== uid)
          .map((account) => (
            <li key={account.uid}>
              <UserLink uid={account.uid} name={account.displayName} /> —{' '}
              {shared(linked.links, uid, account.uid)}
              {account.isBanned && '; banned'}
            </li>
          ))}
      </ul>
      <ul className={classes.list} aria-label="What they share">
        {linked.links.map((link) => (
          <li key={`${link.kind} ${link.value}`}>
            {evidenceWords(link)}:{' '}
            <span dir="auto">{link.uids.map((one) => nameOf.get(one) ?? one).join(', ')}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
