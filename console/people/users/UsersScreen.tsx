import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { parseQuery } from '@portreeve/contract/base/query'
import { userFields } from '@portreeve/contract/base/query-fields'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { detailOf } from '../../data/failure.ts'
import { useWhyNot } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import type { ReportOrder } from '../../format/reports.ts'
import { count } from '../../format/words.ts'
import { useColumns } from '../../shell/columns/useColumns.tsx'
import { useOpenedCase } from '../../shell/lists/opened-case.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { QueryBox } from '../../shell/query/QueryBox.tsx'
import { SavedViews } from '../../shell/saved-views/SavedViews.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { ListingReports } from './ListingReports.tsx'
import { ReportsBar } from './ReportsBar.tsx'
import { UserReports } from './UserReports.tsx'
import { UsersTable, userColumns } from './UsersTable.tsx'
import classes from './users.module.css'

const ListCsv = onDemand(async () => (await import('../../shell/lists/ListCsv.tsx')).ListCsv)

/** A submitted search. */
interface Search {
  readonly term: string
  /**
   * How a single result is opened automatically (USR-15). Null: not at all, after returning to this page. 'replace': the
   * search came from the URL, so this page leaves the history; otherwise Back would open the result again.
   */
  readonly jump: 'push' | 'replace' | null
}

// D-010: the main search excludes no person, and sends this explicitly.
const inputOf = (term: string) => ({ query: { search_term: term, exclude_uid: '' } })

const hasFilters = (term: string) => parseQuery(userFields, term).filters.length > 0

export function UsersScreen() {
  const { q, reports } = useSearch({ from: '/shell/dashboard/users' })
  const order = (reports ?? 'newest') as ReportOrder
  const { searched, __TSR_key: place } = useLocation().state
  // The desk opened the reports of a listing: they come first on the page.
  const reported = useOpenedCase('listing_reports')
  const navigate = useNavigate()
  const seesAll = useWhyNot('personal.read') === null
  const [text, setText] = useState(searched ?? q ?? '')
  // USR-13: a query in the URL is searched at once.
  const [search, setSearch] = useState<Search | null>(
    searched !== undefined ? { term: searched, jump: null } : q ? { term: q, jump: 'replace' } : null,
  )
  // A saved view, which is a link within this page
  const [shownAt, setShownAt] = useState(place)
  if (place !== shownAt) {
    setShownAt(place)
    if (searched === undefined && q && q !== search?.term) {
      setText(q)
      setSearch({ term: q, jump: null })
    }
  }
  const found = useData(api.users.search, inputOf(search?.term ?? ''), {
    when: search !== null,
    isFresh: Boolean(search?.jump),
    // USR-21
    failed: { title: 'Request Status', message: 'There was an error searching users' },
  })

  const run = (term: string, jump: Search['jump'] = 'push') => {
    found.ask(inputOf(term))
    setText(term)
    setSearch({ term, jump })
    // Stored in the history state, so that Back from a person restores the results. The URL does not change (D-012), except for
    // filters, which are worth a link. The state also keeps Back from opening the single result of such a link.
    const linked = hasFilters(term) ? term : q && !hasFilters(q) ? q : undefined
    void navigate({
      to: '/dashboard/users',
      search: { ...(linked && { q: linked }), ...(order !== 'newest' && { reports: order }) },
      state: { searched: term },
      replace: true,
      resetScroll: false,
    })
  }

  const rows = found.data
  const only = rows?.length === 1 ? rows[0] : undefined

  const jump = only && !found.busy ? search?.jump : null
  const { columns, button } = useColumns('Users', userColumns)
  const settled = search !== null && !found.busy
  return (
    <>
      {search && jump && only && (
        <Jump
          uid={only.uid}
          replace={jump === 'replace'}
          onJumped={() => setSearch({ ...search, jump: null })}
        />
      )}
      <PageHead title="Users" count={settled && rows ? people(rows.length, found.more) : null}>
        <ReportsBar order={order} first={reported} />
        <SavedViews list="users" />
        {settled && rows?.length ? button : null}
      </PageHead>
      <search>
        {/* USR-03, USR-10 to USR-12 */}
        <QueryBox
          fields={userFields}
          shown={search?.term ?? ''}
          label="Search Users"
          size="md"
          className={classes.query}
          autoFocus={reported === null}
          value={text}
          busy={found.busy}
          onChange={setText}
          onSearch={run}
          onRemove={(term) => run(term, null)}
        />
      </search>
      <section aria-label="Search results" className={classes.results}>
        {found.failure ? (
          <FailedState
            // The limit of reveals has its own message; other failures have a toast.
            message={
              (found.failure.status === 429 && detailOf(found.failure)) || 'Users could not be searched.'
            }
            onRetry={() => run(search?.term ?? text)}
          />
        ) : search === null ? (
          <Text c="dimmed" size="sm">
            {seesAll
              ? 'Search by name, email, uid, phone number, OneSignal ID or IP address, then press Enter.'
              : `Search by name or uid, then press Enter. ${wholeOnly}`}
            <br />
            The arrow down in the field lists the filters, such as status:blocked or country:PL.
          </Text>
        ) : rows?.length === 0 && !found.busy ? (
          // USR-07, USR-08
          search.term !== '' &&
          text !== '' && (
            <>
              <Text>No users found.</Text>
              {!seesAll && (
                <Text c="dimmed" size="sm">
                  {wholeOnly}
                </Text>
              )}
            </>
          )
        ) : (
          <UsersTable columns={columns} rows={rows} answer={search.term} />
        )}
        {found.more && rows && !found.failure && (
          <Text c="dimmed" size="sm" mt="sm">
            Showing the first {rows.length}. Refine the search to see others.
          </Text>
        )}
        {/* Below the rows, which must not move when it is loaded. A truncated result has no CSV. */}
        {settled && rows?.length && !found.more ? (
          <ListCsv list="users" query={inputOf(search.term).query} name="users" />
        ) : null}
      </section>
      {reported === null && <UserReports order={order} />}
      <ListingReports key={reported} order={order} first={reported} />
      {reported !== null && <UserReports order={order} />}
    </>
  )
}

/** Opens the only result once. An effect, because the search's answer is not an event here. */
function Jump({ uid, replace, onJumped }: { uid: string; replace: boolean; onJumped: () => void }) {
  const navigate = useNavigate()
  const go = useEffectEvent(() => {
    // If the caller goes back before the person's page is loaded, the results are shown.
    onJumped()
    void navigate({ to: '/user-detail/$uid', params: { uid }, state: { fromUsers: !replace }, replace })
  })
  useEffect(() => go(), [])
  return null
}

/** For staff who see personal data masked. */
const wholeOnly =
  'An email, phone number, OneSignal ID or IP address finds its owner only when it is typed in full; that counts as a reveal.'

const people = (rows: number, more: boolean) => (more ? `${rows}+ users` : count(rows, 'user', 'users'))
