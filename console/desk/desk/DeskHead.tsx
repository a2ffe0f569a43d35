import { Button, NativeSelect } from '@mantine/core'
import type { DeskKind } from '@portreeve/contract/base/case-kinds'
import { may } from '@portreeve/contract/base/rights'
import { kindsSeen } from '@portreeve/contract/base/sight'
import { type DeskCounts, type DeskView, deskViews } from '@portreeve/contract/desk/desk'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMe } from '../../data/rights.ts'
import { mergedSearch } from '../../data/url-search.ts'
import { useColumns } from '../../shell/columns/useColumns.tsx'
import { ChoiceLinks } from '../../shell/lists/ChoiceLinks.tsx'
import { ListCsv } from '../../shell/lists/ListCsv.tsx'
import { SavedViews } from '../../shell/saved-views/SavedViews.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { columns } from './columns.tsx'
import classes from './desk-list.module.css'
import type { DeskSearch } from './search.ts'
import type { useNext } from './useNext.ts'
import { countWords, kindWords, viewWords } from './words.ts'

const to = '/dashboard/desk'

interface DeskHeadProps {
  counts: DeskCounts | undefined
  /** What the list shows. */
  query: { view?: DeskView; kinds?: string }
  next: ReturnType<typeof useNext>
}

/** The title, the number of open cases, and what leads on. */
export function DeskHead({ counts, query, next }: DeskHeadProps) {
  const me = useMe()
  const { button } = useColumns('Desk', columns)
  return (
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
      {me && may(me, 'desk.weights') && (
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
  )
}

interface DeskFiltersProps {
  search: DeskSearch
  counts: DeskCounts | undefined
  /** Begins to choose cases; null where there are none, or they are being chosen. */
  onSelect: (() => void) | null
}

/** The view and the kind, and the button that chooses cases. */
export function DeskFilters({ search, counts, onSelect }: DeskFiltersProps) {
  const navigate = useNavigate()
  const me = useMe()
  const view = search.view ?? 'all'
  const kinds = me ? kindsSeen(me) : []
  const option = (one: DeskKind) =>
    `${kindWords[one][1]}${counts ? ` (${countWords(counts.kinds[one] ?? 0)})` : ''}`
  return (
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
        data={[{ value: '', label: 'Any kind' }, ...kinds.map((one) => ({ value: one, label: option(one) }))]}
        value={search.kind ?? ''}
        onChange={(event) =>
          void navigate({
            to,
            search: mergedSearch<DeskSearch>(search, { kind: event.currentTarget.value }),
            resetScroll: false,
          })
        }
      />
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        disabled={onSelect === null}
        onClick={() => onSelect?.()}
      >
        Select
      </Button>
    </search>
  )
}
