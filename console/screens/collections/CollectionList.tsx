import { Button, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { Link, linkOptions } from '@tanstack/react-router'
import { usePages } from '../../data/pages.ts'
import { useWhyNot } from '../../data/rights.ts'
import { count } from '../../format/words.ts'
import { DatedTable } from '../../parts/DatedTable.tsx'
import { GuardedButton } from '../../parts/GuardedButton.tsx'
import { LoadMore } from '../../parts/LoadMore.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'

/** All collections, the newest first (COL-01, COL-04 to COL-10). */
export function CollectionList() {
  const pages = usePages(api.collections.list, { query: {} })
  const whyNot = useWhyNot('collections.write')
  const { rows, total, failure } = pages
  return (
    <>
      <PageHead
        title="Item collections"
        count={total === null || failure ? null : count(total, 'collection', 'collections')}
      >
        {/* COL-07 */}
        {whyNot ? (
          <GuardedButton may="collections.write" onClick={() => {}}>
            + Collection
          </GuardedButton>
        ) : (
          <Button renderRoot={(props) => <Link to="/dashboard/collections/new" {...props} />}>
            + Collection
          </Button>
        )}
      </PageHead>
      {failure && <FailedState message="The collections could not be loaded." onRetry={pages.reload} />}
      {rows?.length === 0 && !failure ? (
        <Text size="sm">No collections.</Text>
      ) : (
        // COL-10: a failed first load leaves an empty list.
        (!failure || rows) && (
          <DatedTable
            label="Item collections"
            rows={rows}
            linkOf={({ id }) => linkOptions({ to: '/dashboard/collections/$id', params: { id } })}
          />
        )
      )}
      <LoadMore pages={pages} />
    </>
  )
}
