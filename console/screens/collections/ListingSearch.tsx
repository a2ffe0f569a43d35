import { Text, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Listing } from '@portreeve/contract/posts'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useData } from '../../data/hooks.ts'
import { Cells, CellsSkeleton } from '../../parts/Cells.tsx'
import { PostCell } from '../../parts/PostCell.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { Spinner } from '../../ui/Spinner.tsx'

interface ListingSearchProps {
  /** What was searched; undefined before the first search. */
  term: string | undefined
  onSearch: (term: string) => void
  /** Keys of what the caller has already: these are not shown again. */
  current: ReadonlySet<string>
  /** What stands below each hit. */
  accessory: (post: Listing) => ReactNode
}

/** The search for listings for sale (COL-42 to COL-49, COL-53). */
export function ListingSearch({ term, onSearch, current, accessory }: ListingSearchProps) {
  const [text, setText] = useState(term ?? '')
  const found = useData(
    api.listingSearch.search,
    { query: { searchTerm: term ?? '', postType: '0' } },
    {
      when: term !== undefined,
      // COL-49
      failed: 'There was an error searching listings',
    },
  )
  const run = (wanted: string) => {
    setText(wanted)
    if (wanted === term) found.reload()
    else onSearch(wanted)
  }
  // COL-46
  const all = found.data?.posts.filter((post) => post !== null)
  const posts = all?.filter(({ key }) => !current.has(key))
  return (
    <>
      <search>
        <TextInput
          type="search"
          aria-label="Search listings"
          placeholder="Search listings"
          size="md"
          maw={560}
          mb="md"
          value={text}
          // COL-43
          autoFocus
          autoComplete="off"
          spellCheck={false}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={found.busy ? <Spinner size={16} /> : null}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            // COL-44; Enter that ends a composition is not meant for us
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(event.currentTarget.value)
          }}
          onPaste={(event) => {
            // COL-45, D-082: what is pasted replaces the whole query.
            event.preventDefault()
            run(event.clipboardData.getData('text').replace(/[\r\n]+/g, ''))
          }}
        />
      </search>
      {found.failure ? (
        <FailedState message="Listings could not be searched." onRetry={() => run(term ?? text)} />
      ) : term === undefined ? (
        <Text c="dimmed" size="sm">
          Search by words of the title or the description, then press Enter.
        </Text>
      ) : posts === undefined ? (
        <CellsSkeleton />
      ) : posts.length === 0 && !found.busy ? (
        <Text size="sm">
          {all?.length === 0 ? 'No listings found.' : 'Every listing found is here already.'}
        </Text>
      ) : (
        <Cells label="Listings found">
          {posts.map((post) => (
            // COL-47
            <PostCell key={post.key} post={post}>
              {accessory(post)}
            </PostCell>
          ))}
        </Cells>
      )}
      {found.more && !found.failure && (
        <Text c="dimmed" size="sm" mt="sm">
          Showing the first {all?.length}. Refine the search to see others.
        </Text>
      )}
    </>
  )
}
