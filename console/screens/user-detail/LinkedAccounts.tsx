import { Skeleton, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { LinkedAccounts as Linked } from '@portreeve/contract/linked-accounts'
import { lazy, Suspense } from 'react'
import type { CallFailure } from '../../data/failure.ts'
import { useData } from '../../data/hooks.ts'
import { count, orNull } from '../../format/words.ts'
import { UserLink } from '../../parts/UserLink.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import classes from './linked.module.css'
import { evidenceWords, shared } from './linked.ts'

const LinkedGraph = lazy(() =>
  import('./LinkedGraph.tsx').then(
    ({ LinkedGraph }) => ({ default: LinkedGraph }),
    // The same facts are in the list.
    () => ({ default: () => <></> }),
  ),
)

/** Another server of the spec does not know this call. */
const isUnknown = ({ status }: CallFailure) => [404, 405, 501].includes(status)

/** Who shares something with the shown person, and what: as a drawing, and in words. Nothing where nobody does. */
export function LinkedAccounts({ uid }: { uid: string }) {
  const linked = useData(api.linkedAccounts.get, { params: { uid } })
  if (linked.failure && !isUnknown(linked.failure))
    return <FailedState message="The linked accounts could not be loaded." onRetry={linked.reload} />
  const { data } = linked
  const others = (data?.accounts.length ?? 0) - 1
  if (!data || others < 1) return null
  return (
    <figure className={classes.figure} aria-label="Linked accounts">
      <figcaption className={classes.caption}>
        <Text size="sm">
          {count(others, 'account shares', 'accounts share')} something with this one
          {data.more && ', and there are more than can be shown'}.
        </Text>
        {data.links.some((link) => link.weak) && (
          <Text size="sm" c="dimmed">
            A dashed line is a weak link: so many share it that it says little.
          </Text>
        )}
      </figcaption>
      <Suspense fallback={<Skeleton height={320} />}>
        <LinkedGraph linked={data} uid={uid} />
      </Suspense>
      <details className={classes.details}>
        <summary>The same as a list</summary>
        <LinkedList linked={data} uid={uid} />
      </details>
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
