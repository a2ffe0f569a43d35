import { useParams } from '@tanstack/react-router'
import { CommunityPost } from './CommunityPost.tsx'
import { CommunityPosts } from './CommunityPosts.tsx'

/** COM-01, COM-04: the list, or one post. Another post is another page; nothing of the one before stays. */
export function CommunityScreen() {
  const { id } = useParams({ from: '/shell/dashboard/community/$id' })
  return id === 'overview' ? <CommunityPosts /> : <CommunityPost key={id} id={id} />
}
