import { Button, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { isMask } from '@portreeve/contract/base/personal'
import { approvalStatus, type PromotedPost } from '@portreeve/contract/listings/promoted-posts'
import type { Revealed } from '@portreeve/contract/people/users'
import { IconExternalLink } from '@tabler/icons-react'
import { useEnvironment } from '../../data/backend.tsx'
import { useData } from '../../data/use-data.ts'
import { fillAddress } from '../../format/address.ts'
import { shortUtc } from '../../format/dates.ts'
import { dollars } from '../../format/money.ts'
import { orNull } from '../../format/words.ts'
import { Cells, CellsSkeleton } from '../../shell/records/Cells.tsx'
import cells from '../../shell/records/cells.module.css'
import { PostPicture, PostTitle } from '../../shell/records/PostCell.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import classes from './account.module.css'
import { Empty, Section } from './Section.tsx'

/** PRM-01 to PRM-13. A failure is logged and shown inline without a toast. */
export function PromotedPostsTab({ uid, charges }: { uid: string; charges?: Revealed['charges'] }) {
  const promoted = useData(api.promotedPosts.ofUser, { params: { uid } })
  return (
    <Section title="Promoted Posts" alone busy={promoted.busy}>
      {promoted.failure && (
        <FailedState message="The promoted posts could not be loaded." onRetry={promoted.reload} />
      )}
      {promoted.loading && <CellsSkeleton />}
      {promoted.data && promoted.data.length > 0 && (
        <Cells label="Promoted Posts">
          {promoted.data.map((post) => (
            <PromotedCell key={post.id} post={post} charge={charges?.[post.id] ?? post.charge?.stripe_id} />
          ))}
        </Cells>
      )}
      {promoted.data?.length === 0 && !promoted.failure && <Empty>No promoted posts.</Empty>}
      {promoted.more && <Empty>Only the newest {promoted.data?.length} are shown.</Empty>}
    </Section>
  )
}

function PromotedCell({ post, charge }: { post: PromotedPost; charge: string | undefined }) {
  const status = approvalStatus[post.approval_status]
  return (
    <li className={cells.cell}>
      <PostPicture postKey={post.post_id} path={post.post_thumbnail_image_path} />
      <div className={cells.body}>
        <PostTitle postKey={post.post_id} title={orNull(post.post_title)} />
        <dl className={classes.promotion}>
          <div>
            <dt>Promotion</dt>
            {/* D-051 */}
            <dd>
              <When value={post.promo_start_date} write={shortUtc} /> to{' '}
              <When value={post.promo_end_date} write={shortUtc} />
            </dd>
          </div>
          <div>
            <dt>Submitted for approval</dt>
            <dd>
              <When value={post.created_at} write={shortUtc} />
            </dd>
          </div>
        </dl>
        <div className={cells.foot}>
          {/* PRM-13, D-131 */}
          <span className={cells.price}>{post.price == null ? 'NA' : dollars(post.price)}</span>
          {status && <StateWord word={status} />}
          <Refund charge={charge} />
        </div>
      </div>
    </li>
  )
}

/** PRM-10, PRM-11: links to the payment provider, where the refund is made. */
function Refund({ charge }: { charge: string | undefined }) {
  const { links } = useEnvironment()
  if (!charge || !links.payment) return null
  if (isMask(charge))
    return (
      <Text size="xs" component="span">
        Refund: reveal this person’s data first.
      </Text>
    )
  return (
    <Button
      component="a"
      href={fillAddress(links.payment, { id: charge })}
      target="_blank"
      rel="noopener noreferrer"
      variant="default"
      size="compact-sm"
      rightSection={<IconExternalLink size={12} aria-hidden />}
    >
      Refund
    </Button>
  )
}
