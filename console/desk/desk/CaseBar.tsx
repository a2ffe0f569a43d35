import { Button } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { CaseRef, DeskCase } from '@portreeve/contract/desk/desk'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useOwnUid } from '../../data/backend.tsx'
import { useMay } from '../../data/rights.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { readCase } from '../../shell/lists/opened-case.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { useShortcuts } from '../../ui/browser/shortcuts.ts'
import { linkOf } from './case-link.ts'
import classes from './desk-list.module.css'
import { refusedWords, shownBy } from './options.ts'
import { useNext } from './useNext.ts'
import { kindOf, nameOf } from './words.ts'

const TakeOverDialog = onDemand(async () => (await import('./TakeOverDialog.tsx')).TakeOverDialog)
const SnoozeDialog = onDemand(async () => (await import('./SnoozeDialog.tsx')).SnoozeDialog)

/** Milliseconds after which an open page renews its claim: a third of the time for which it is valid. */
const renewEvery = 5 * 60_000

/** The case with which the desk opened the page, above it: who has it, and what to do with it. */
export function CaseBar({ text }: { text: string }) {
  const ref = readCase(text)
  return ref && <OpenedCase key={text} opened={ref} />
}

function OpenedCase({ opened }: { opened: CaseRef }) {
  const params = { kind: opened.kind, id: opened.id }
  const own = useOwnUid()
  const isLead = useMay('work.lead')
  const [dialog, setDialog] = useState<'snooze' | 'take' | null>(null)
  const { data, failure } = useData(api.desk.get, { params })
  const options = {
    refetch: shownBy,
    refetchOnConflict: shownBy,
    inOrder: `desk ${opened.kind} ${opened.id}`,
  }
  const take = useAction(api.desk.take, { ...options, failed: refusedWords('taking') })
  const release = useAction(api.desk.release, { ...options, failed: refusedWords('releasing') })
  const next = useNext()
  const isGone = failure?.status === 404
  useClaim(opened, !isGone)
  usePreparedNext(opened)
  useShortcuts({ n: () => next.run(opened) }, true)
  const mine = data?.assignee?.uid === own && own !== null
  return (
    <section className={classes.case} aria-label="Desk case" data-floats>
      <p className={classes.words} role="status">
        {isGone
          ? 'This case is decided.'
          : data
            ? wordsOf(data, mine)
            : failure
              ? 'The case could not be loaded.'
              : 'Case …'}
      </p>
      {!isGone && data && (
        <>
          {mine ? (
            <Button
              variant="default"
              size="compact-sm"
              loading={release.busy}
              onClick={() => void release.run({ params })}
            >
              Release
            </Button>
          ) : (
            (data.assignee === null || isLead) && (
              <Button
                variant="default"
                size="compact-sm"
                loading={take.busy}
                onClick={() => (data.assignee ? setDialog('take') : void take.run({ params }))}
              >
                {data.assignee ? 'Take over…' : 'Take'}
              </Button>
            )
          )}
          {(mine || data.assignee === null) && (
            <Button variant="default" size="compact-sm" onClick={() => setDialog('snooze')}>
              Snooze
            </Button>
          )}
        </>
      )}
      <Button
        size="compact-sm"
        loading={next.busy}
        rightSection={<kbd aria-hidden>N</kbd>}
        onClick={() => next.run(opened)}
      >
        Next
      </Button>
      <Link to="/dashboard/desk">Desk</Link>
      {dialog === 'snooze' && <SnoozeDialog row={opened} onClose={() => setDialog(null)} />}
      {dialog === 'take' && data && <TakeOverDialog row={data} onClose={() => setDialog(null)} />}
    </section>
  )
}

function wordsOf(row: DeskCase, mine: boolean) {
  const { assignee, absent, snoozed_until } = row
  return (
    <>
      <b>{kindOf(row)}</b> · <bdi>{nameOf(row)}</bdi> · score {row.score} ·{' '}
      {snoozed_until ? (
        'snoozed'
      ) : mine ? (
        'taken by you'
      ) : assignee ? (
        <>
          taken by <bdi>{assignee.name ?? assignee.uid}</bdi>
        </>
      ) : absent ? (
        <>
          free, as <bdi>{absent.name ?? absent.uid}</bdi> is away
        </>
      ) : (
        'free'
      )}
    </>
  )
}

/** Claims the case softly when its page opens, and renews the claim while the page is visible. */
function useClaim({ kind, id }: CaseRef, isOpen: boolean) {
  const look = useAction(api.desk.look, { refetch: [api.desk.get] })
  const renew = useEffectEvent(() => {
    if (isOpen && document.visibilityState === 'visible') void look.run({ params: { kind, id } })
  })
  useEffect(() => {
    renew()
    const timer = setInterval(renew, renewEvery)
    return () => clearInterval(timer)
  }, [])
}

/** Loads the page of the case that is likely the next one, its code and its first data. */
function usePreparedNext({ kind, id }: CaseRef) {
  const router = useRouter()
  const { data } = useData(api.desk.list, { query: { view: 'unassigned' } })
  const likely = data?.find((row) => row.kind !== kind || row.id !== id)
  const key = likely && `${likely.kind} ${likely.id}`
  const prepare = useEffectEvent(() => {
    if (likely) void router.preloadRoute(linkOf(likely) as Parameters<typeof router.preloadRoute>[0])
  })
  useEffect(() => {
    if (key !== undefined) prepare()
  }, [key])
}
