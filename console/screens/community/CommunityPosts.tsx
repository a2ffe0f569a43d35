import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { linkOptions } from '@tanstack/react-router'
import { usePages } from '../../data/pages.ts'
import { count } from '../../format/words.ts'
import { DatedTable } from '../../parts/DatedTable.tsx'
import { LoadMore } from '../../parts/LoadMore.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'

/** All community posts, the newest first (COM-01 to COM-03, COM-18). */
export function CommunityPosts() {
  const pages = usePages(api.questions.list, { query: {} })
  const { rows, total, failure } = pages
  return (
    <>
      <PageHead title="Community" count={total === null || failure ? null : count(total, 'post', 'posts')} />
      {failure && <FailedState message="The community posts could not be loaded." onRetry={pages.reload} />}
      {rows?.length === 0 && !failure ? (
        <Text size="sm">No community posts.</Text>
      ) : (
        // D-083: a failed first load leaves an empty list.
        (!failure || rows) && (
          <DatedTable
            label="Community posts"
            rows={rows}
            linkOf={({ id }) => linkOptions({ to: '/dashboard/community/$id', params: { id } })}
          />
        )
      )}
      <LoadMore pages={pages} />
    </>
  )
}
