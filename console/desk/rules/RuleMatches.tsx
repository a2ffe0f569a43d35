import { api } from '@portreeve/contract'
import type { Rule, RuleMatch } from '@portreeve/contract/desk/rules'
import { Link, useSearch } from '@tanstack/react-router'
import { usePages } from '../../data/pages.ts'
import { shortLocal } from '../../format/dates.ts'
import { dollars } from '../../format/money.ts'
import { ChoiceLinks } from '../../shell/lists/ChoiceLinks.tsx'
import { PagedList } from '../../shell/PagedList.tsx'
import { RecordLink } from '../../shell/records/RecordLink.tsx'
import { type Column, ColumnTable } from '../../ui/ColumnTable.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { When } from '../../ui/When.tsx'
import parts from '../appeals/appeals.module.css'

const columns: readonly Column<RuleMatch>[] = [
  { name: 'Record', cell: ({ subject }) => <RecordLink subject={subject} /> },
  {
    name: 'It did',
    width: '34%',
    cell: ({ id, state, did, case: about }) =>
      state === 'shadow' ? (
        'noted it'
      ) : (
        <>
          {did.join('. ')}
          {about && (
            <>
              {' '}
              <Link to="/dashboard/rules/met/$id" params={{ id }}>
                {about.state === 'open' ? 'Decide' : 'The case'}
              </Link>
            </>
          )}
        </>
      ),
  },
  { name: 'Ended', width: '14%', cell: ({ end }) => end ?? 'gone' },
  {
    name: 'Amount',
    width: 110,
    is: 'number',
    cell: ({ cents, currency }) => (cents === null ? '–' : dollars(cents, currency)),
  },
  { name: 'At', width: 180, is: 'date', cell: ({ at }) => <When value={at} write={shortLocal} /> },
]

const shown = [
  [undefined, 'All'],
  ['bad', 'Ended badly'],
  ['good', 'Ended well'],
] as const

/** The records that a rule has met as it is written now, the newest first. */
export function RuleMatches({ rule: { id } }: { rule: Rule }) {
  const { part } = useSearch({ from: '/shell/dashboard/rules/$id' })
  const pages = usePages(api.rules.matches, {
    params: { id },
    query: part === 'bad' || part === 'good' ? { part } : {},
  })
  return (
    <section className={parts.part} aria-labelledby="met">
      <h2 id="met">What it has met</h2>
      <ChoiceLinks
        label="Which"
        choices={shown.map(([value, label]) => ({
          label,
          isCurrent: part === value,
          link: { to: '/dashboard/rules/$id' as const, params: { id }, search: value ? { part: value } : {} },
        }))}
      />
      <PagedList
        pages={pages}
        what="records"
        empty="Nothing yet. A rule meets what happens after it notes or acts."
      >
        {(rows) => (
          <ScrollBox label="Records, table">
            <ColumnTable label="Records" stacks columns={columns} rows={rows} keyOf={({ id: one }) => one} />
          </ScrollBox>
        )}
      </PagedList>
    </section>
  )
}
