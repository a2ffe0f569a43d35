import { Button, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { usePages } from '../../data/pages.ts'
import { useMay, useWhyNot } from '../../data/rights.ts'
import { isFiltered, mergedSearch } from '../../data/url-search.ts'
import { CsvButton } from '../../shell/lists/CsvButton.tsx'
import { PagedList } from '../../shell/PagedList.tsx'
import { readPeek } from '../../shell/peek/anchors.ts'
import { PeekArea } from '../../shell/peek/PeekArea.tsx'
import { SavedViews } from '../../shell/saved-views/SavedViews.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { AuditTable, EntryPeek } from './AuditTable.tsx'
import { type AuditSearch, auditFilterOf, undoSearchOf } from './search.ts'

/** The audit log: every change and every read of private records. The filters are in the URL. */
export function AuditScreen() {
  const search = useSearch({ from: '/shell/dashboard/audit' })
  const whyNot = useWhyNot('audit.read')
  if (whyNot)
    return (
      <>
        <PageHead title="Audit log" />
        <Text size="sm">{whyNot}</Text>
      </>
    )
  return <Log search={search} />
}

function Log({ search }: { search: AuditSearch }) {
  const navigate = useNavigate()
  const pages = usePages(api.audit.list, { query: auditFilterOf(search) })
  const { rows, more, failure, reload, busy } = pages
  const filtered = isFiltered(search)
  const seesPlans = useMay('staff.read')
  const mayMakePlans = useMay('staff.manage')
  const undone = mayMakePlans ? undoSearchOf(search) : undefined
  const show = (next: AuditSearch) =>
    void navigate({ to: '/dashboard/audit', search: next, resetScroll: false })
  const change = (part: AuditSearch) => show(mergedSearch(search, part))
  return (
    <>
      <PageHead
        title="Audit log"
        count={
          rows && !failure
            ? `${rows.length}${more ? '+' : ''} ${rows.length === 1 ? 'entry' : 'entries'}`
            : null
        }
      >
        <SavedViews list="audit" />
        {filtered && (
          <Button variant="default" size="compact-sm" onClick={() => show({})}>
            Clear filters
          </Button>
        )}
        <Button variant="default" size="compact-sm" loading={busy && rows !== undefined} onClick={reload}>
          Refresh
        </Button>
        {seesPlans && (
          <Link to="/dashboard/undo" search={undone ?? {}}>
            {undone ? 'Undo these…' : 'Undo plans'}
          </Link>
        )}
        <CsvButton
          key={JSON.stringify(search)}
          may="audit.export"
          endpoint={api.audit.export}
          input={{ query: auditFilterOf(search) }}
          name="audit"
        >
          Export
        </CsvButton>
      </PageHead>
      <PeekArea
        content={(text) => (
          <EntryPeek row={rows?.find(({ id }) => String(id) === readPeek(text).id)} onChecked={reload} />
        )}
      >
        <AuditFilters search={search} onChange={change} />
        <PagedList
          pages={pages}
          what="audit log"
          empty={filtered ? 'Nothing in the audit log matches these filters.' : 'Nothing was done here yet.'}
        >
          {(loaded) => <AuditTable rows={loaded} />}
        </PagedList>
      </PeekArea>
    </>
  )
}
