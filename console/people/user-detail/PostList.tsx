import { api } from '@portreeve/contract'
import type { Post } from '@portreeve/contract/listings/posts'
import type { Notes } from '@portreeve/contract/staff/notes'
import { memo, useRef } from 'react'
import type { Pages } from '../../data/pages.ts'
import { LoadMore } from '../../shell/LoadMore.tsx'
import { Cells, CellsSkeleton } from '../../shell/records/Cells.tsx'
import { PostCell } from '../../shell/records/PostCell.tsx'
import { PostMenu } from '../../shell/records/PostMenu.tsx'
import { LeftPlace } from '../../staff/held/LeftPlace.tsx'
import { NotesLine, useNotesOf } from '../../staff/timeline/NotesLine.tsx'
import { TimelineButton } from '../../staff/timeline/Timeline.tsx'
import { usePlaces } from '../../ui/browser/places.ts'
import { Clamp } from '../../ui/Clamp.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { Empty } from './Section.tsx'

/** The number of rows as text: '3', '200+' without a total, null before the first answer. */
export const countOf = ({ rows, total }: Pages<unknown>) => (rows ? String(total ?? `${rows.length}+`) : null)

interface PostListProps {
  posts: Pages<Post>
  /** In the plural: 'posts'. */
  what: string
}

/** A person's listings with their Delete menus, page by page, with states for loading, failed and empty. */
export function PostList({ posts, what }: PostListProps) {
  const { rows, failure, loading, reload } = posts
  const box = useRef<HTMLUListElement>(null)
  const places = usePlaces(rows ?? none, ({ key }) => key, box)
  const notes = useNotesOf('listing', rows?.map(({ key }) => key) ?? [])
  return (
    <>
      {failure && <FailedState message={`The ${what} could not be loaded.`} onRetry={reload} />}
      {loading && <CellsSkeleton />}
      {places.length > 0 && (
        <Cells label={what} box={box}>
          {places.map(({ key, row, left }) =>
            left === null ? (
              <PostItem key={key} post={row} notes={notes.get(key)} />
            ) : (
              <LeftPlace
                key={key}
                height={left}
                words="Deleted."
                of={(held) => held.action === 'posts.remove' && held.subject_id === key}
              />
            ),
          )}
        </Cells>
      )}
      {rows?.length === 0 && !failure && <Empty>No {what}.</Empty>}
      <LoadMore pages={posts} />
    </>
  )
}

const none: readonly Post[] = []

const lists = [api.posts.ofUser, api.posts.deniedOfUser]

/** Memoized: only cells whose post changed rerender. */
const PostItem = memo(function PostItem({ post, notes }: { post: Post; notes: Notes | undefined }) {
  return (
    <PostCell post={post} menu={<PostMenu post={post} refetch={lists} />}>
      {post.review_state === 'pending' && <StateWord word="Pending review" />}
      {post.review_message && <Clamp text={`Denied: ${post.review_message}`} lines={2} />}
      <NotesLine notes={notes} />
      <div>
        <TimelineButton counted={false} kind="listing" id={post.key} of={post.title} />
      </div>
    </PostCell>
  )
})
