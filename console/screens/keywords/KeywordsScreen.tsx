import { Table, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Keyword } from '@portreeve/contract/keywords'
import { useState } from 'react'
import { saidBy } from '../../data/failure.ts'
import { useAction, usePending } from '../../data/hooks.ts'
import { usePages } from '../../data/pages.ts'
import { useTyped } from '../../data/typed.ts'
import { count } from '../../format/words.ts'
import { LoadMore } from '../../parts/LoadMore.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { RowsInPage } from '../../ui/RowsInSight.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { useStable } from '../../ui/stable.ts'
import { fieldOf, readField, type Side } from './fields.ts'
import { ComingRow, KeywordRow } from './KeywordRow.tsx'
import classes from './keywords.module.css'
import { NewRow } from './NewRow.tsx'

/** The content keywords as a table that is edited in place (KEY-01 to KEY-05). */
export function KeywordsScreen() {
  const pages = usePages(api.keywords.list, { query: {} })
  const { rows, total, failure } = pages
  // Each of thousands of rows is looked up several times for every letter that is typed.
  const byId = new Map(rows?.map((row) => [row.id, row]))
  const rowOf = (id: string) => byId.get(id)
  const typed = useTyped((field) => {
    const { id, side } = readField(field)
    return rowOf(id)?.[side]
  })
  const [isWriting, setWriting] = useState(false)
  // KEY-11: the last one that was added stands first.
  const coming = usePending(api.keywords.create).map(({ body }) => body)
  const leaving = new Set(usePending(api.keywords.remove).map(({ params }) => params.id))
  const saving = new Set(usePending(api.keywords.update).map(({ params }) => params.id))

  const shared = {
    refetch: [api.keywords.list],
    // Somebody else was quicker: what it is now shows beside what was typed.
    refetchOnConflict: [api.keywords.list],
    ifMatch: ({ params }: { params: { id: string } }) => rowOf(params.id)?.version,
  }
  const update = useAction(api.keywords.update, {
    ...shared,
    // KEY-14, KEY-15
    done: ({ input }) => `Updated ${input.body.terms ?? ''}`,
    failed: ({ failure }) => `Failed update: ${saidBy(failure)}`,
  })
  const remove = useAction(api.keywords.remove, {
    ...shared,
    // KEY-16, KEY-17
    done: ({ input }) => `Deleted ${rowOf(input.params.id)?.terms ?? ''}`,
    failed: ({ failure }) => `Failed delete: ${saidBy(failure)}`,
  })

  const save = async (row: Keyword) => {
    if (saving.has(row.id)) return
    const fields = { terms: fieldOf(row.id, 'terms'), preferred_term: fieldOf(row.id, 'preferred_term') }
    const sent = Object.fromEntries(
      Object.entries(typed.texts).filter(([field]) => readField(field).id === row.id),
    )
    const { done } = await update.run({
      params: { id: row.id },
      body: { terms: typed.text(fields.terms), preferred_term: typed.text(fields.preferred_term) },
    })
    if (done) typed.saved(sent)
  }
  const actions = useStable({
    change: (id: string, side: Side, text: string) => typed.change(fieldOf(id, side), text),
    // KEY-19
    save: (row: Keyword) => void save(row),
    remove: (row: Keyword) => {
      if (!leaving.has(row.id)) void remove.run({ params: { id: row.id } })
    },
  })
  return (
    <>
      <PageHead
        title="Content Keywords"
        count={total === null || failure ? null : count(total, 'keyword', 'keywords')}
      />
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
                {[...coming].reverse().map((draft) => (
                  <ComingRow key={JSON.stringify(draft)} draft={draft} />
                ))}
              </Table.Tbody>
              <RowsInPage rows={rows ?? []} height={39} columns={3}>
                {(row) => (
                  <KeywordRow
                    key={row.id}
                    row={row}
                    terms={typed.text(fieldOf(row.id, 'terms'))}
                    preferred={typed.text(fieldOf(row.id, 'preferred_term'))}
                    termsNow={typed.movedTo(fieldOf(row.id, 'terms'))}
                    preferredNow={typed.movedTo(fieldOf(row.id, 'preferred_term'))}
                    busy={leaving.has(row.id) || saving.has(row.id)}
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
            <RowsSkeleton rows={10} columns={3} height={44} />
          )}
        </Table>
      </div>
      {rows?.length === 0 && coming.length === 0 && !failure && (
        <Text size="sm" c="dimmed" mt="sm">
          No keywords yet. The first goes into the row above.
        </Text>
      )}
      <LoadMore pages={pages} />
      <LeaveGuard dirty={typed.dirty || isWriting} what="the keywords" />
    </>
  )
}
