import { Text } from '@mantine/core'
import { userFields } from '@portreeve/contract/base/query-fields'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentProps, useEffect, useEffectEvent } from 'react'
import { detailOf } from '../../data/failure.ts'
import { useWhyNot } from '../../data/rights.ts'
import { count } from '../../format/words.ts'
import { useColumns } from '../../shell/columns/useColumns.tsx'
import { useOpenedCase } from '../../shell/lists/opened-case.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { PeekArea } from '../../shell/peek/PeekArea.tsx'
import { QueryBox } from '../../shell/query/QueryBox.tsx'
import { SavedViews } from '../../shell/saved-views/SavedViews.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { ListingReports } from './ListingReports.tsx'
import { ReportsBar } from './ReportsBar.tsx'
import { UserReports } from './UserReports.tsx'
import { UsersTable, userColumns } from './UsersTable.tsx'
import classes from './users.module.css'
import { inputOf, useUserSearch } from './useUserSearch.ts'

const PersonPeek = onDemand(async () => (await import('../user-detail/PersonPeek.tsx')).PersonPeek)
const ListCsv = onDemand(async () => (await import('../../shell/lists/ListCsv.tsx')).ListCsv)

export function UsersScreen() {
  const users = useUserSearch()
  const { order, text, setText, search, setSearch, found, settled, run } = users
  // The desk opened the reports of a listing: they come first on the page.
  const reported = useOpenedCase('listing_reports')
  const rows = found.data
  const only = rows?.length === 1 ? rows[0] : undefined

  const jump = only && !found.busy ? search?.jump : null
  const { columns, button } = useColumns('Users', userColumns)
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
      <PeekArea content={(text) => <PersonPeek key={text} text={text} />}>
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
        <Results users={users} columns={columns} />
        <div className={classes.reports} data-listings-first={reported !== null || undefined}>
          {reported === null && <UserReports order={order} />}
          <ListingReports key={reported} order={order} first={reported} />
          {reported !== null && <UserReports order={order} />}
        </div>
      </PeekArea>
    </>
  )
}

interface ResultsProps {
  users: ReturnType<typeof useUserSearch>
  columns: ComponentProps<typeof UsersTable>['columns']
}

/** The people found, or what can be searched. */
function Results({ users: { text, search, found, settled, run }, columns }: ResultsProps) {
  const seesAll = useWhyNot('personal.read') === null
  const rows = found.data
  return (
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
            <EmptyState>No users found.</EmptyState>
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
      {search && settled && rows?.length && !found.more ? (
        <ListCsv list="users" query={inputOf(search.term).query} name="users" />
      ) : null}
    </section>
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
