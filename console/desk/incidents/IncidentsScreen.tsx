import { api } from '@portreeve/contract'
import type { Incident } from '@portreeve/contract/desk/incidents'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useBulkEnded } from '../../data/bulk.ts'
import { failureText } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { ago, shortUtc } from '../../format/dates.ts'
import { count, orNull } from '../../format/words.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import { EndDialog } from './EndDialog.tsx'
import classes from './incidents.module.css'
import { OpenDialog } from './OpenDialog.tsx'

/** The causes of many conversations: how many there are, who waits, and one answer to all when it is over. */
export function IncidentsScreen() {
  const { data, failure, loading, reload } = useData(api.incidents.list, {}, { isFresh: true })
  const [dialog, setDialog] = useState<'open' | Incident | null>(null)
  useBulkEnded((action) => {
    if (action === 'inbox.answer') reload()
  })
  const open = data?.filter(({ over_at }) => over_at === null).length ?? 0
  return (
    <>
      <PageHead title="Incidents" count={data ? `${open} open` : null}>
        <GuardedButton may="inbox.write" onClick={() => setDialog('open')}>
          Open an incident…
        </GuardedButton>
      </PageHead>
      {failure && !data && <FailedState message="The incidents could not be loaded." onRetry={reload} />}
      {loading && <LinesSkeleton lines={4} height={56} />}
      {data?.length === 0 && (
        <EmptyState>No incident. Open one when many people write about the same cause.</EmptyState>
      )}
      <ul className={classes.list} aria-label="Incidents">
        {data?.map((one) => (
          <Row key={one.id} incident={one} onEnd={() => setDialog(one)} />
        ))}
      </ul>
      {dialog === 'open' && <OpenDialog onClose={() => setDialog(null)} />}
      {dialog !== null && dialog !== 'open' && (
        <EndDialog incident={dialog} onClose={() => setDialog(null)} />
      )}
    </>
  )
}

function Row({ incident, onEnd }: { incident: Incident; onEnd: () => void }) {
  const { id, name, tag, conversations, waiting, waiting_since, over_at, over_by, opened_at } = incident
  const reopen = useAction(api.incidents.reopen, {
    done: 'Opened again',
    failed: ({ failure }) => ({ title: 'It could not be opened again', message: failureText(failure) }),
    refetch: [api.incidents.list],
    refetchOnConflict: [api.incidents.list],
  })
  const of = (waits?: true) => ({ view: 'all', tag, ...(waits && { q: 'waiting:>0h' }) })
  return (
    <li>
      <div>
        <b dir="auto">{name}</b>{' '}
        {over_at === null ? <StateWord word="Open" tone="caution" /> : <StateWord word="Over" tone="good" />}
        <p className={classes.quiet}>
          Tag {tag} · {over_at === null ? 'opened' : `ended by ${orNull(over_by?.name)}`}{' '}
          <When value={over_at ?? opened_at} write={shortUtc} />
        </p>
      </div>
      <div>
        <Link to="/dashboard/messages" search={of()}>
          {count(conversations, 'conversation', 'conversations')}
        </Link>
        <p className={classes.quiet}>
          {waiting === 0 ? (
            'No one waits'
          ) : (
            <Link to="/dashboard/messages" search={of(true)}>
              {count(waiting, 'person waits', 'people wait')}, the first since{' '}
              <When value={waiting_since} write={(at) => ago(at, new Date())} />
            </Link>
          )}
        </p>
      </div>
      {over_at === null ? (
        <GuardedButton may="inbox.write" size="compact-sm" onClick={onEnd}>
          It is over…
        </GuardedButton>
      ) : (
        <GuardedButton
          may="inbox.write"
          size="compact-sm"
          variant="default"
          loading={reopen.busy}
          onClick={() => void reopen.run({ params: { id } })}
        >
          Open again
        </GuardedButton>
      )}
    </li>
  )
}
