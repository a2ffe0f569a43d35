import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { takeBackDays, takeBackSeconds } from '@portreeve/contract/staff/held'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { orNull } from '../../format/words.ts'
import { ActionDialog } from '../ActionDialog.tsx'
import { RowMenu } from '../RowMenu.tsx'

interface PostMenuProps {
  post: { readonly key: string; readonly title: string | null }
  /** The queries to invalidate: the lists that contain the post. */
  refetch: Endpoint[]
  onDeleted?: () => void
  /** The version on the caller's screen: a later one refuses the deletion. */
  ifMatch?: number | undefined
}

/** REV-37: the Delete menu of a post, with a confirmation. The post leaves the list only after success (D-045). */
export function PostMenu({ post, refetch, onDeleted }: PostMenuProps) {
  const [confirming, setConfirming] = useState(false)
  return (
    <>
      <RowMenu
        label={`Actions for ${orNull(post.title)}`}
        actions={[
          {
            may: 'posts.delete',
            label: 'Delete',
            icon: IconTrash,
            danger: true,
            onActivate: () => setConfirming(true),
          },
        ]}
      />
      {confirming && (
        <DeletePost
          post={post}
          refetch={refetch}
          {...(onDeleted && { onDeleted })}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  )
}

/** ACC-26 to ACC-28 */
export function DeletePost({
  post,
  refetch,
  onDeleted,
  ifMatch,
  onClose,
}: PostMenuProps & { onClose: () => void }) {
  const title = orNull(post.title)
  return (
    <ActionDialog
      call={api.posts.remove}
      input={() => ({ params: { id: post.key } })}
      done={`Deleted ${title}`}
      failed={({ failure }) => `Error deleting post ${failure.body?.status_code ?? ''}`.trim()}
      refetch={[api.held.mine, ...refetch]}
      refetchOnConflict={refetch}
      ifMatch={() => ifMatch}
      settle={({ done }) => done && onDeleted?.()}
      title="Delete listing"
      subtitle={
        <>
          <bdi>{title}</bdi> is deleted for everybody. You can undo this for {takeBackSeconds} seconds, and
          staff can restore it for {takeBackDays} days.
        </>
      }
      confirmText="Delete"
      danger
      onClose={onClose}
    />
  )
}
