import { Button } from '@mantine/core'
import { api } from '@portreeve/contract'
import { IconRefresh } from '@tabler/icons-react'
import { usePages } from '../../data/pages.ts'
import { countOf, PostList } from './PostList.tsx'
import { Section } from './Section.tsx'

const titled = (title: string, count: string | null) => (count === null ? title : `${title} (${count})`)

/** ACC-21 to ACC-24 */
export function Posts({ uid }: { uid: string }) {
  const posts = usePages(api.posts.ofUser, { params: { uid } })
  return (
    <Section
      title={titled('Posts', countOf(posts))}
      busy={posts.busy}
      beside={
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={posts.reload}
        >
          Refresh Posts
        </Button>
      }
    >
      <PostList posts={posts} what="posts" />
    </Section>
  )
}

/** ACC-25 */
export function DeniedListings({ uid }: { uid: string }) {
  const posts = usePages(api.posts.deniedOfUser, { params: { uid } })
  return (
    <Section title={titled('Denied Listings', countOf(posts))} busy={posts.busy}>
      <PostList posts={posts} what="denied listings" />
    </Section>
  )
}
