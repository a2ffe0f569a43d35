import { Table, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { useState } from 'react'
import { usePages } from '../../data/pages.ts'
import { useTyped } from '../../data/typed.ts'
import { usePending } from '../../data/use-action.ts'
import { count } from '../../format/words.ts'
import { LoadMore } from '../../shell/LoadMore.tsx'
import { ListCsv } from '../../shell/lists/ListCsv.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { RowsInPage } from '../../ui/RowsInSight.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { fieldOf, readField } from './fields.ts'
import { KeywordRow, PendingRow } from './KeywordRow.tsx'
import classes from './keywords.module.css'
import { NewRow } from './NewRow.tsx'
import { useKeywordActions } from './useKeywordActions.ts'

/** The content keywords in a table, edited in place (KEY-01 to KEY-05). */
export function KeywordsScreen() {
  const pages = usePages(api.keywords.list, { query: {} })
  const { rows, total, failure } = pages
  // Each key press looks up thousands of rows several times.
  const byId = new Map(rows?.map((row) => [row.id, row]))
  const rowOf = (id: string) => byId.get(id)
  const typed = useTyped((field) => {
    const { id, side } = readField(field)
    return rowOf(id)?.[side]
  })
  const [isWriting, setWriting] = useState(false)
  // KEY-11: newest first.
  const pending = usePending(api.keywords.create).map(({ body }) => body)
  const { isBusy, actions } = useKeywordActions(rowOf, typed)
  return (
    <>
      <PageHead
        title="Content Keywords"
        count={total === null || failure ? null : count(total, 'keyword', 'keywords')}
      >
        <ListCsv list="keywords" name="keywords" />
      </PageHead>
      {failure && <FailedState message="The keywords could not be loaded." onRetry={pages.reload} />}
      <div className={classes.scroll}>
        <Table
          className={classes.table}
          aria-label="Content Keywords"
          verticalSpacing={4}
          horizontalSpacing={8}
        >
          <Table.Thead className={classes.head}>
            <Table.Tr>
              {/* KEY-03 */}
              <Table.Th scope="col">Terms (comma-separated, no spaces)</Table.Th>
              <Table.Th scope="col">Preferred name</Table.Th>
              <td className={classes.menu} />
            </Table.Tr>
          </Table.Thead>
          {rows || failure ? (
            <>
              <Table.Tbody>
                {[...pending].reverse().map((draft) => (
                  <PendingRow key={JSON.stringify(draft)} draft={draft} />
                ))}
              </Table.Tbody>
              <RowsInPage rows={rows ?? []} keyOf={({ id }) => id} height={39} columns={3}>
                {(row) => (
                  <KeywordRow
                    row={row}
                    terms={typed.text(fieldOf(row.id, 'terms'))}
                    preferred={typed.text(fieldOf(row.id, 'preferred_term'))}
                    termsNow={typed.movedTo(fieldOf(row.id, 'terms'))}
                    preferredNow={typed.movedTo(fieldOf(row.id, 'preferred_term'))}
                    busy={isBusy(row.id)}
                    actions={actions}
                  />
                )}
              </RowsInPage>
              {/* KEY-05 */}
              <Table.Tbody>
                <NewRow onWriting={setWriting} />
              </Table.Tbody>
            </>
          ) : (
            <RowsSkeleton rows={10} columns={3} height={37} isFixed />
          )}
        </Table>
      </div>
      {rows?.length === 0 && pending.length === 0 && !failure && (
        <Text size="sm" c="dimmed" mt="sm">
          No keywords yet. The first goes into the row above.
        </Text>
      )}
      <LoadMore pages={pages} />
      <LeaveGuard dirty={typed.dirty || isWriting} what="the keywords" />
    </>
  )
}
