import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { usePages } from '../../data/pages.ts'
import { countOf, PostList } from './PostList.tsx'
import { Section } from './Section.tsx'

/** UDT-96, D-047 */
export function PostsTab({ uid }: { uid: string }) {
  const posts = usePages(api.posts.ofUser, { params: { uid } })
  return (
    <Section
      title="Listings"
      alone
      busy={posts.busy}
      beside={
        <Text size="sm" c="dimmed">
          {countOf(posts)}
        </Text>
      }
    >
      <PostList posts={posts} what="listings" />
    </Section>
  )
}
