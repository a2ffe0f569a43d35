import { Button, NativeSelect } from '@mantine/core'
import { api } from '@portreeve/contract'
import { may } from '@portreeve/contract/base/rights'
import {
  type DeskCase,
  type DeskKind,
  type DeskView,
  deskKindNames,
  deskKinds,
  deskViews,
  maxDeskCount,
} from '@portreeve/contract/desk/desk'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useOwnUid } from '../../data/backend.tsx'
import { usePages } from '../../data/pages.ts'
import { useMe, useOwnName } from '../../data/rights.ts'
import { mergedSearch } from '../../data/url-search.ts'
import { usePending } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { useColumns } from '../../shell/columns/useColumns.tsx'
import { ChoiceLinks } from '../../shell/lists/ChoiceLinks.tsx'
import { DeskTable } from '../../shell/lists/DeskTable.tsx'
import { ListCsv } from '../../shell/lists/ListCsv.tsx'
import { PagedList } from '../../shell/PagedList.tsx'
import { SavedViews } from '../../shell/saved-views/SavedViews.tsx'
import { useShortcuts } from '../../ui/browser/shortcuts.ts'
import { PageHead } from '../../ui/PageHead.tsx'
import { bandsOf, columns } from './columns.tsx'
import classes from './desk-list.module.css'
import type { DeskSearch } from './search.ts'
import { useNext } from './useNext.ts'
import { countWords, emptyWords, kindWords, viewWords } from './words.ts'

const to = '/dashboard/desk'
const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`

/** All open work that the caller may decide, the most urgent first. View and kind are in the URL. */
export function DeskScreen() {
  const search: DeskSearch = useSearch({ from: '/shell/dashboard/desk' })
  const navigate = useNavigate()
  const me = useMe()
  const view = (search.view ?? 'all') as DeskView
  const kind = search.kind as DeskKind | undefined
  const counts = useData(api.desk.counts, {}).data
  const query = { ...(search.view && { view }), ...(kind && { kinds: kind }) }
  const loaded = usePages(api.desk.list, { query })
  const overlay = useOverlay(view)
  const rows = useMemo(() => loaded.rows && overlay(withoutRepeats(loaded.rows)), [loaded.rows, overlay])
  const counted = kind ? (view === 'all' ? counts?.kinds[kind] : undefined) : counts?.views[view]
  const total = loaded.more ? counted : rows?.length
  const bands = useMemo(() => bandsOf(total !== undefined && total < maxDeskCount ? total : null), [total])
  const { button } = useColumns('Desk', columns)
  const next = useNext(kind)
  useShortcuts({ n: () => next.run() }, true)
  const kinds = deskKindNames.filter((one) => me && may(me.role, deskKinds[one]))
  return (
    <>
      <PageHead title="Desk" count={counts ? `${countWords(counts.views.all)} open` : null}>
        <Button
          variant="default"
          size="compact-sm"
          renderRoot={(props) => <Link to="/dashboard/desk/metrics" {...props} />}
        >
          Metrics
        </Button>
        <SavedViews list="desk" />
        <ListCsv list="desk" query={query} name="desk" />
        {me?.role === 'admin' && (
          <Button
            variant="default"
            size="compact-sm"
            renderRoot={(props) => <Link to="/dashboard/desk/weights" {...props} />}
          >
            Weights
          </Button>
        )}
        {button}
        <Button
          size="compact-sm"
          loading={next.busy}
          rightSection={<kbd aria-hidden>N</kbd>}
          onClick={() => next.run()}
        >
          Next case
        </Button>
      </PageHead>
      <search aria-label="Filters" className={classes.toolbar}>
        <ChoiceLinks
          label="Cases"
          quiet
          choices={deskViews.map((one) => ({
            label: viewWords[one],
            figure: counts ? countWords(counts.views[one]) : '',
            isCurrent: view === one,
            link: { to, search: mergedSearch<DeskSearch>(search, { view: one === 'all' ? '' : one }) },
          }))}
        />
        <NativeSelect
          size="xs"
          miw={220}
          aria-label="Kind"
          data={[
            { value: '', label: 'Any kind' },
            ...kinds.map((one) => ({
              value: one,
              label: `${kindWords[one][1]}${counts ? ` (${countWords(counts.kinds[one] ?? 0)})` : ''}`,
            })),
          ]}
          value={kind ?? ''}
          onChange={(event) =>
            void navigate({
              to,
              search: mergedSearch<DeskSearch>(search, { kind: event.currentTarget.value }),
              resetScroll: false,
            })
          }
        />
      </search>
      <PagedList
        pages={{ ...loaded, rows }}
        what="cases"
        empty={kind ? `No ${kindWords[kind][1].toLowerCase()} in this view.` : emptyWords[view]}
      >
        {(shown) => <DeskTable fixed label="Desk" {...{ columns, keyOf, bands }} rows={shown} least={760} />}
      </PagedList>
    </>
  )
}

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
