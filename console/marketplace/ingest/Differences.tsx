import { Group, NativeSelect, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Difference } from '@portreeve/contract/marketplace/ingest'
import { useNavigate } from '@tanstack/react-router'
import { usePages } from '../../data/pages.ts'
import { useAction } from '../../data/use-action.ts'
import { shortLocal } from '../../format/dates.ts'
import { entityWords } from '../../format/ingest-words.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { DeskTable } from '../../shell/lists/DeskTable.tsx'
import classes from '../../shell/lists/desk.module.css'
import { PagedList } from '../../shell/PagedList.tsx'
import { RecordLink } from '../../shell/records/RecordLink.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import type { Column } from '../../ui/ColumnTable.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { When } from '../../ui/When.tsx'
import type { IngestSearch } from './search.ts'
import { decided, fieldWords, recordOf, sideWords } from './words.ts'

/** Milliseconds between two looks: an import finds differences by the thousand, faster than a page can follow events. */
const lookEvery = 5000

const keyOf = ({ entity, key, field }: Difference) => `${entity} ${key} ${field}`

const columns: readonly Column<Difference>[] = [
  {
    name: 'Record',
    width: '20%',
    cell: (row) => (
      <>
        {row.name !== null && <Clamp text={row.name} />}
        <RecordLink subject={recordOf(row)} />
      </>
    ),
  },
  { name: 'Field', width: 132, cell: ({ field }) => fieldWords(field) },
  { name: 'Here', cell: (row) => <Clamp text={sideWords(row, row.ours)} lines={2} /> },
  { name: 'The marketplace says', cell: (row) => <Clamp text={sideWords(row, row.theirs)} lines={2} /> },
  {
    name: 'Decided',
    width: 152,
    is: 'date',
    cell: ({ decided_at, decided_by }) => (
      <>
        <When value={decided_at} write={shortLocal} />
        <span className={classes.quiet}>
          <Clamp text={decided_by === null ? 'by no staff member' : `by ${decided_by}`} />
        </span>
      </>
    ),
  },
  {
    name: 'Differs since',
    width: 152,
    is: 'date',
    cell: ({ differs_since }) => <When value={differs_since} write={shortLocal} />,
  },
  { name: 'Action', width: 208, cell: (row) => <Settle difference={row} /> },
]

/** Keeps our value, or gives the field back to the marketplace. */
function Settle({ difference }: { difference: Difference }) {
  const { entity, key, field } = difference
  const settle = useAction(api.ingest.settle, {
    done: ({ input }) =>
      input.body.keep === 'ours' ? 'Our value stays' : 'The next row of the marketplace counts',
    failed: 'Could not settle the difference',
    refetch: [api.ingest.differences],
  })
  const what = `${fieldWords(field)} of ${recordOf(difference).id}`
  const button = (keep: 'ours' | 'theirs', words: string) => (
    <GuardedButton
      may="ingest.settle"
      size="compact-sm"
      variant="default"
      aria-label={`${words}: ${what}`}
      loading={settle.busy}
      onClick={() => void settle.run({ body: { entity, key, field, keep } })}
    >
      {words}
    </GuardedButton>
  )
  return (
    <Group gap={8} wrap="nowrap">
      {button('ours', 'Keep ours')}
      {button('theirs', 'Take theirs')}
    </Group>
  )
}

/** Where the marketplace's records differ from what staff decided. */
export function Differences({ search: { entity } }: { search: IngestSearch }) {
  const navigate = useNavigate()
  const pages = usePages(api.ingest.differences, { query: entity ? { entity } : {} }, { every: lookEvery })
  const known = decided.map((name) => ({ value: name, label: capital(entityWords[name].many) }))
  const isUnknown = entity !== undefined && known.every(({ value }) => value !== entity)
  const filter = (chosen: string) =>
    void navigate({
      to: '/dashboard/developers',
      search: chosen ? { entity: chosen } : {},
      hash: 'differences',
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        Staff decided these fields, and the marketplace sends another value. Our value counts until a
        difference is settled. After “Take theirs” the marketplace’s next row counts.
      </Text>
      <FilterBar>
        <NativeSelect
          size="xs"
          miw={176}
          label="Record"
          data={[
            { value: '', label: 'Any' },
            ...(isUnknown ? [{ value: entity, label: entity }] : []),
            ...known,
          ]}
          value={entity ?? ''}
          onChange={(event) => filter(event.currentTarget.value)}
        />
      </FilterBar>
      <PagedList
        pages={pages}
        what="differences"
        empty={
          entity
            ? 'Nothing differs among these records.'
            : 'Nothing differs. A field is listed here when staff decided it, such as a block, and the marketplace’s programs then send another value.'
        }
      >
        {(rows) => (
          <DeskTable label="Differences" columns={columns} rows={rows} keyOf={keyOf} least={868} fixed />
        )}
      </PagedList>
    </>
  )
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
