import { Button } from '@mantine/core'
import { api } from '@portreeve/contract'
import { Link, linkOptions } from '@tanstack/react-router'
import { usePages } from '../../data/pages.ts'
import { useWhyNot } from '../../data/rights.ts'
import { count } from '../../format/words.ts'
import { DatedTable, datedColumns } from '../../shell/DatedTable.tsx'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { ListCsv } from '../../shell/lists/ListCsv.tsx'
import { PagedList } from '../../shell/PagedList.tsx'
import { PageHead } from '../../ui/PageHead.tsx'

const columns = datedColumns((id) => linkOptions({ to: '/dashboard/collections/$id', params: { id } }))

/** All collections, newest first (COL-01, COL-04 to COL-10). */
export function CollectionList() {
  const pages = usePages(api.collections.list, { query: {} })
  const whyNot = useWhyNot('collections.write')
  const { total, failure } = pages
  return (
    <>
      <PageHead
        title="Item collections"
        count={total === null || failure ? null : count(total, 'collection', 'collections')}
      >
        <ListCsv list="collections" name="collections" />
        {/* COL-07 */}
        {whyNot ? (
          <GuardedButton may="collections.write" size="compact-sm" onClick={() => {}}>
            + Collection
          </GuardedButton>
        ) : (
          <Button
            size="compact-sm"
            renderRoot={(props) => <Link to="/dashboard/collections/new" {...props} />}
          >
            + Collection
          </Button>
        )}
      </PageHead>
      <PagedList pages={pages} what="collections" empty="No collections.">
        {(rows) => <DatedTable label="Item collections" columns={columns} rows={rows} />}
      </PagedList>
    </>
  )
}
