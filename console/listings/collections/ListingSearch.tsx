import { Button, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { listingFields } from '@portreeve/contract/base/query-fields'
import type { Post } from '@portreeve/contract/listings/posts'
import { type ReactNode, useState } from 'react'
import { useMe } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import { zonedQuery } from '../../format/days.ts'
import { orNull } from '../../format/words.ts'
import { PickBox } from '../../shell/bulk/PickBox.tsx'
import { type Selection, useSelection } from '../../shell/bulk/useSelection.ts'
import { QueryBox } from '../../shell/query/QueryBox.tsx'
import { Cells, CellsSkeleton } from '../../shell/records/Cells.tsx'
import { PostCell } from '../../shell/records/PostCell.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import classes from './collections.module.css'

interface ListingSearchProps {
  /** The search term; undefined before the first search. */
  term: string | undefined
  onSearch: (term: string) => void
  /** Keys of the listings that are already in the collection; hits among them are hidden. */
  current: ReadonlySet<string>
  /** Rendered below each hit. */
  accessory: (post: Post) => ReactNode
  /** What can be done with the chosen hits. */
  bulk: (selection: Selection, inSight: number) => ReactNode
}

/** The search for listings for sale (COL-42 to COL-49, COL-53). */
export function ListingSearch({ term, onSearch, current, accessory, bulk }: ListingSearchProps) {
  const [text, setText] = useState(term ?? '')
  const found = useData(
    api.listingSearch.search,
    { query: { searchTerm: zonedQuery(listingFields, term ?? ''), postType: '0' } },
    {
      when: term !== undefined,
      // COL-49
      failed: 'There was an error searching listings',
    },
  )
  const run = (nextTerm: string) => {
    setText(nextTerm)
    if (nextTerm === term) found.reload()
    else onSearch(nextTerm)
  }
  // COL-46
  const all = found.data?.posts.filter((post) => post !== null)
  const posts = all?.filter(({ key }) => !current.has(key))
  const selection = useSelection(posts?.map(({ key }) => key) ?? [])
  const hasJobs = useMe() !== null
  return (
    <>
      <search>
        {/* COL-43 to COL-45, D-082 */}
        <QueryBox
          fields={listingFields}
          shown={term ?? ''}
          label="Search listings"
          size="md"
          className={classes.query}
          autoFocus
          value={text}
          busy={found.busy}
          onChange={setText}
          onSearch={run}
          onRemove={run}
        />
      </search>
      {found.failure ? (
        <FailedState message="Listings could not be searched." onRetry={() => run(term ?? text)} />
      ) : term === undefined ? (
        <Text c="dimmed" size="sm">
          Search by words of the title or the description, then press Enter.
          <br />
          The arrow down in the field lists the filters, such as price:&lt;=$20 or sold:no.
        </Text>
      ) : posts === undefined ? (
        <CellsSkeleton />
      ) : posts.length === 0 && !found.busy ? (
        <Text size="sm">
          {all?.length === 0 ? 'No listings found.' : 'Every listing found is here already.'}
        </Text>
      ) : (
        <>
          {selection.on
            ? bulk(selection, posts.length)
            : hasJobs &&
              posts.length > 1 && (
                <Button variant="subtle" size="compact-sm" mb="xs" onClick={selection.start}>
                  Select
                </Button>
              )}
          <Cells label="Listings found">
            {posts.map((post) => (
              // COL-47
              <PostCell
                key={post.key}
                post={post}
                menu={
                  selection.on && (
                    <PickBox
                      of={orNull(post.title)}
                      checked={selection.has(post.key)}
                      onPick={(range) => selection.pick(post.key, range)}
                    />
                  )
                }
              >
                {accessory(post)}
              </PostCell>
            ))}
          </Cells>
        </>
      )}
      {found.more && !found.failure && (
        <Text c="dimmed" size="sm" mt="sm">
          Showing the first {all?.length}. Refine the search to see others.
        </Text>
      )}
    </>
  )
}
