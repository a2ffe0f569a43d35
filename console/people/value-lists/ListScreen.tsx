import { Group } from '@mantine/core'
import { api } from '@portreeve/contract'
import { type ListItem, type ListKind, listKinds } from '@portreeve/contract/people/value-lists'
import { IconTrash } from '@tabler/icons-react'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { usePages } from '../../data/pages.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { shortLocal } from '../../format/dates.ts'
import { count } from '../../format/words.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { LoadMore } from '../../shell/LoadMore.tsx'
import { RowMenu } from '../../shell/RowMenu.tsx'
import { RecordLink } from '../../shell/records/RecordLink.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { type Column, ColumnTable } from '../../ui/ColumnTable.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { TypedFilter } from '../../ui/TypedFilter.tsx'
import { When } from '../../ui/When.tsx'
import { AddValuesDialog } from './AddValuesDialog.tsx'

const path = '/shell/dashboard/lists/$name'

const Ends = ({ until }: Pick<ListItem, 'until'>) => {
  if (until === null) return 'Never'
  return Date.parse(until) <= Date.now() ? (
    <StateWord word="Ended" tone="quiet" />
  ) : (
    <When value={until} write={shortLocal} />
  )
}

const columnsOf = (onRemove: (item: ListItem) => void): readonly Column<ListItem>[] => [
  { name: 'Value', width: '24%', cell: ({ value }) => <CopyText text={value} /> },
  { name: 'Reason', cell: ({ reason }) => <Clamp text={reason} /> },
  { name: 'From', width: '14%', cell: ({ from }) => <RecordLink subject={from} /> },
  { name: 'Added by', width: '13%', cell: ({ by }) => by },
  { name: 'Added', width: 180, is: 'date', cell: ({ at }) => <When value={at} write={shortLocal} /> },
  { name: 'Ends', width: 180, is: 'date', cell: (item) => <Ends until={item.until} /> },
  {
    name: '',
    width: 48,
    cell: (item) => (
      <RowMenu
        label={`Actions for ${item.value}`}
        actions={[
          { label: 'Remove', icon: IconTrash, may: 'valueLists.write', onActivate: () => onRemove(item) },
        ]}
      />
    ),
  },
]

/** The values of a list, newest first, with who added each, why and until when. */
export function ListScreen() {
  const { name } = useParams({ from: path })
  const { part: q = '' } = useSearch({ from: path })
  const navigate = useNavigate()
  const lists = useData(api.valueLists.list, {})
  const list = lists.data?.find((one) => one.name === name)
  const input = { params: { name }, query: q ? { search: q } : {} }
  const pages = usePages(api.valueLists.items, input)
  const [adding, setAdding] = useState(false)
  const refetch = [api.valueLists.items, api.valueLists.list]
  const { run: take } = useAction(api.valueLists.take, {
    done: 'Value removed',
    failed: 'The value could not be removed',
    refetch,
  })
  const remove = useAction(api.valueLists.remove, {
    done: 'List deleted',
    failed: 'The list could not be deleted',
    refetch: [api.valueLists.list],
    settle: ({ done }) => done && void navigate({ to: '/dashboard/lists' }),
  })
  const columns = useMemo(
    () => columnsOf(({ id }) => void take({ params: { name }, body: { items: [id] } })),
    [take, name],
  )
  const { rows, failure, reload } = pages
  return (
    <>
      <PageHead
        title={name}
        count={list ? `${listKinds[list.kind].one}, ${count(list.items, 'value', 'values')} in force` : null}
        above={<Link to="/dashboard/lists">Lists</Link>}
      >
        <GuardedButton
          may="valueLists.write"
          size="compact-sm"
          variant="default"
          whyNot={rows && (rows.length > 0 || q) ? 'Remove its values first.' : null}
          loading={remove.busy}
          onClick={() => void remove.run({ params: { name } })}
        >
          Delete list
        </GuardedButton>
        <GuardedButton may="valueLists.write" size="compact-sm" onClick={() => setAdding(true)}>
          Add values…
        </GuardedButton>
      </PageHead>
      <FilterBar>
        <TypedFilter
          label="Search the values"
          width={260}
          value={q}
          onEntered={(term) =>
            void navigate({
              to: '/dashboard/lists/$name',
              params: { name },
              search: term ? { part: term } : {},
            })
          }
        />
        {list && <Matches kind={list.kind} name={name} />}
      </FilterBar>
      {failure && !rows && <FailedState message="The values could not be loaded." onRetry={reload} />}
      {rows?.length === 0 ? (
        <EmptyState>{q ? 'No value has these letters.' : 'No value yet.'}</EmptyState>
      ) : (
        (rows || !failure) && (
          <ScrollBox label="Values, table">
            <ColumnTable label="Values" stacks columns={columns} rows={rows} keyOf={({ id }) => id} />
          </ScrollBox>
        )
      )}
      <LoadMore pages={pages} />
      {adding && list && <AddValuesDialog list={list} onClose={() => setAdding(false)} />}
    </>
  )
}

/** Leads to the records that have a value of the list. */
function Matches({ kind, name }: { kind: ListKind; name: string }) {
  const q = `in:${name}`
  const { of } = listKinds[kind]
  return (
    <Group gap="sm">
      {of === 'person' && (
        <Link to="/dashboard/users" search={{ q }}>
          People
        </Link>
      )}
      {of !== 'order' && (
        <Link to="/dashboard/listings" search={{ q }}>
          Listings
        </Link>
      )}
      {of !== 'listing' && (
        <Link to="/dashboard/txns/$id" params={{ id: 'overview' }} search={{ q }}>
          Orders
        </Link>
      )}
    </Group>
  )
}
