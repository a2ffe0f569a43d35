import { Kbd } from '@mantine/core'
import { api } from '@portreeve/contract'
import { type DeskCase, type DeskView, maxDeskCount } from '@portreeve/contract/desk/desk'
import type { DeskKind } from '@portreeve/contract/desk/desk-ranking'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useOwnUid } from '../../data/backend.tsx'
import { useUndone } from '../../data/held.ts'
import { usePages } from '../../data/pages.ts'
import { useOwnName } from '../../data/rights.ts'
import { usePending } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { count } from '../../format/words.ts'
import { useSelection } from '../../shell/bulk/useSelection.ts'
import { DeskTable } from '../../shell/lists/DeskTable.tsx'
import { caseText } from '../../shell/lists/opened-case.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { PagedList } from '../../shell/PagedList.tsx'
import { anchorAround } from '../../shell/peek/anchors.ts'
import { PeekArea } from '../../shell/peek/PeekArea.tsx'
import { usePeek } from '../../shell/peek/usePeek.ts'
import { TriageFoot } from '../../shell/triage/TriageFoot.tsx'
import { type Deed, useTriage } from '../../shell/triage/useTriage.ts'
import { useShortcuts } from '../../ui/browser/shortcuts.ts'
import { useKeysOn } from '../../ui/browser/single-keys.ts'
import { toastDone } from '../../ui/toast.ts'
import { bandsOf } from './case-bands.ts'
import { DeskFilters, DeskHead } from './DeskHead.tsx'
import { PickBar, usePickedColumns } from './picking.tsx'
import { prepareCase } from './prepare-case.ts'
import type { DeskSearch } from './search.ts'
import { type CaseDecision, type CaseDialog, useDecisions } from './useDecisions.ts'
import { rowOf, useEarlier } from './useHeldUndo.ts'
import { useNext } from './useNext.ts'
import { emptyWords, kindWords } from './words.ts'

const CasePeek = onDemand(async () => (await import('./CasePeek.tsx')).CasePeek)
const CaseDecisions = onDemand(async () => (await import('./CaseDecisions.tsx')).CaseDecisions)
const DecisionDialogs = onDemand(async () => (await import('./DecisionDialogs.tsx')).DecisionDialogs)

const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`

/** All open work that the caller may decide, the most urgent first. View and kind are in the URL, and the case of the panel. */
export function DeskScreen() {
  const search: DeskSearch = useSearch({ from: '/shell/dashboard/desk' })
  const view = (search.view ?? 'all') as DeskView
  const kind = search.kind as DeskKind | undefined
  const counts = useData(api.desk.counts, {}).data
  const query = { ...(search.view && { view }), ...(kind && { kinds: kind }) }
  const loaded = usePages(api.desk.list, { query })
  const overlay = useOverlay(view)
  const triage = useTriage()
  const earlier = useEarlier(triage.chips)
  useUndone((held) => triage.forget(rowOf(held)))
  const decisions = useDecisions(view !== 'unassigned')
  const [dialog, setDialog] = useState<CaseDialog | null>(null)
  const { hidden } = triage
  const rows = useMemo(
    () => loaded.rows && overlay(withoutRepeats(loaded.rows)).filter((row) => !hidden.has(caseText(row))),
    [loaded.rows, overlay, hidden],
  )
  const selection = useSelection(rows?.map(caseText) ?? [])
  const pickedColumns = usePickedColumns(selection)
  const counted = kind ? (view === 'all' ? counts?.kinds[kind] : undefined) : counts?.views[view]
  const total = loaded.more ? counted : rows?.length
  const bands = useMemo(() => bandsOf(total !== undefined && total < maxDeskCount ? total : null), [total])
  const find = (text: string | undefined) => rows?.find((row) => caseText(row) === text)
  const decide = ({ does, whyNot }: CaseDecision) => {
    if (whyNot !== null) return toastDone(whyNot)
    if ('is' in does) setDialog(does)
    else triage.act(does)
  }
  const next = useNext(kind)
  const { peek, show } = usePeek()
  const [keysOn] = useKeysOn()
  const press = (key: string) => () => {
    // The row with the focus; from the panel, its case.
    const row = find(anchorAround(document.activeElement)?.dataset.peek ?? peek)
    if (!row) return
    const { kind: own, desk } = decisions.of(row)
    const found = [...own, ...desk].find((one) => one.key === key)
    // A decision of the record is about what its panel shows.
    if (found && own.includes(found) && peek !== caseText(row)) show(caseText(row))
    else if (found) decide(found)
  }
  const pick = () => {
    const row = find(anchorAround(document.activeElement)?.dataset.peek ?? peek)
    if (row) selection.pick(caseText(row), false)
  }
  useShortcuts(
    {
      n: () => next.run(),
      x: pick,
      ...Object.fromEntries(keys.map((key) => [key.toLowerCase(), press(key)])),
    },
    keysOn,
  )
  const act = (deed: Deed) => {
    setDialog(null)
    triage.act(deed)
  }
  return (
    <>
      <DeskHead counts={counts} query={query} next={next} />
      <PeekArea
        content={(text) => (
          <CasePeek key={text} text={text} listed={find(text)}>
            {(row) => <CaseDecisions row={row} decisions={decisions.of(row)} onDecide={decide} />}
          </CasePeek>
        )}
        prepare={(text, prefetch) => {
          const row = find(text)
          if (row) prepareCase(row, prefetch)
        }}
      >
        <DeskFilters
          search={search}
          counts={counts}
          onSelect={!selection.on && rows && rows.length > 0 ? selection.start : null}
        />
        {selection.on && <PickBar selection={selection} rows={rows ?? []} />}
        <PagedList
          pages={{ ...loaded, rows }}
          what="cases"
          empty={
            <>
              {kind ? `No ${kindWords[kind][1].toLowerCase()} in this view.` : emptyWords[view]}
              <DecidedToday />
            </>
          }
        >
          {(shown) => (
            <DeskTable
              fixed
              label="Desk"
              {...{ keyOf, bands }}
              columns={pickedColumns}
              rows={shown}
              least={760}
            />
          )}
        </PagedList>
        <TriageFoot triage={{ ...triage, chips: [...triage.chips, ...earlier] }}>
          <KeyHints />
        </TriageFoot>
      </PeekArea>
      {dialog && (
        <DecisionDialogs
          dialog={dialog}
          onSnooze={(row, until) => act(decisions.snooze(row, until))}
          onDeny={(row, message) => act(decisions.deny(row, message))}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}

/** What the caller has decided today, below an empty list. */
function DecidedToday() {
  const uid = useOwnUid()
  const { data } = useData(api.deskMetrics.get, { query: { days: '7' } })
  const today = data?.people.find((one) => one.uid === uid)?.today ?? 0
  return today > 0 && ` You have decided ${count(today, 'case', 'cases')} today.`
}

/** The keys of decisions. */
const keys = ['A', 'D', 'E', 'R', 'B', 'S', 'T', 'Z']

const KeyHints = () => (
  <>
    <span>
      <Kbd size="sm">J</Kbd> <Kbd size="sm">K</Kbd> move
    </span>
    <span>
      <Kbd size="sm">Space</Kbd> peek
    </span>
    <span>
      <Kbd size="sm">T</Kbd> take
    </span>
    <span>
      <Kbd size="sm">?</Kbd> all keys
    </span>
  </>
)

/** Lays the changes in flight over the rows: a refused change is then gone by itself. */
function useOverlay(view: DeskView): (rows: readonly DeskCase[]) => DeskCase[] {
  const uid = useOwnUid()
  const name = useOwnName()
  const [taking, releasing, handing, snoozing] = [
    usePending(api.desk.take),
    usePending(api.desk.release),
    usePending(api.desk.hand),
    usePending(api.desk.snooze),
  ]
  return useMemo(() => {
    const isOf =
      ({ kind, id }: DeskCase) =>
      ({ params }: { params: { kind: string; id: string } }) =>
        params.kind === kind && params.id === id
    return (rows) =>
      rows.flatMap((row) => {
        const snoozed = snoozing.find(isOf(row))
        if (snoozed && (snoozed.body.until === null) === (view === 'snoozed')) return []
        const taken = taking.some(isOf(row))
        const given = releasing.some(isOf(row)) || handing.some(isOf(row))
        if ((taken && view === 'unassigned') || (given && view === 'mine')) return []
        if (taken && uid !== null) return [{ ...row, assignee: { uid, name } }]
        return [given ? { ...row, assignee: null } : row]
      })
  }, [taking, releasing, handing, snoozing, view, uid, name])
}

/** A case whose score has changed between two pages may be on both. */
function withoutRepeats(rows: readonly DeskCase[]): DeskCase[] {
  const seen = new Set<string>()
  return rows.filter((row) => !seen.has(keyOf(row)) && seen.add(keyOf(row)))
}
