import { api } from '@portreeve/contract'
import { linkOptions } from '@tanstack/react-router'
import { usePages } from '../../data/pages.ts'
import { count } from '../../format/words.ts'
import { DatedTable, datedColumns } from '../../shell/DatedTable.tsx'
import { ListCsv } from '../../shell/lists/ListCsv.tsx'
import { PagedList } from '../../shell/PagedList.tsx'
import { PageHead } from '../../ui/PageHead.tsx'

const columns = datedColumns((id) => linkOptions({ to: '/dashboard/community/$id', params: { id } }))

/** All community posts, newest first (COM-01 to COM-03, COM-18). */
export function QuestionList() {
  const pages = usePages(api.questions.list, { query: {} })
  const { total, failure } = pages
  return (
    <>
      <PageHead title="Community" count={total === null || failure ? null : count(total, 'post', 'posts')}>
        <ListCsv list="questions" name="community" />
      </PageHead>
      <PagedList pages={pages} what="community posts" empty="No community posts.">
        {(rows) => <DatedTable label="Community posts" columns={columns} rows={rows} />}
      </PagedList>
    </>
  )
}
