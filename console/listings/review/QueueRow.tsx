import { Button, Group } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Decision } from '@portreeve/contract/listings/review'
import { IconEye } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { shortUtc } from '../../format/dates.ts'
import { dollars } from '../../format/money.ts'
import { orNull } from '../../format/words.ts'
import { PickBox } from '../../shell/bulk/PickBox.tsx'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import cells from '../../shell/records/cells.module.css'
import { ListingLink } from '../../shell/records/ListingLink.tsx'
import { PostCell, PostPicture, PostTitle } from '../../shell/records/PostCell.tsx'
import { PostMenu } from '../../shell/records/PostMenu.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import { type Item, type KnownOutcome, outcomeWords, titleOf } from './items.ts'
import classes from './review.module.css'

export interface RowActions {
  open: (key: string) => void
  pick: (key: string, range: boolean) => void
  decide: (key: string, decision: Decision) => void
  deleted: (item: Item) => void
}

interface QueueRowProps {
  item: Item
  of: string
  /** A colleague's decision about it; null if there is none. */
  outcome: KnownOutcome | null
  current: boolean
  /** Whether it is chosen; undefined while cases are not being chosen. */
  picked: boolean | undefined
  /** The names of other reviewers who have it open. */
  lookers: string | undefined
  /** A stable object, so that memoized rows do not rerender. */
  actions: RowActions
}

/** A row of the queue: the small post cell in review mode (REV-36), or the cell of a request (REV-29). */
export const QueueRow = memo(function QueueRow(props: QueueRowProps) {
  const { item, of, outcome, current, picked, lookers, actions } = props
  const box = picked !== undefined && (
    <PickBox of={orNull(titleOf(item))} checked={picked} onPick={(range) => actions.pick(of, range)} />
  )
  const state = outcome ? (
    <StateWord word={outcomeWords(outcome)} />
  ) : (
    <>
      {lookers && <Looking names={lookers} />}
      <Group gap={4} className={classes.rowFoot}>
        {box}
        <Button
          variant={current ? 'light' : 'subtle'}
          size="compact-sm"
          aria-pressed={current}
          onClick={() => actions.open(of)}
        >
          Open
        </Button>
        <DecisionButtons small onDecide={(decision) => actions.decide(of, decision)} />
      </Group>
    </>
  )
  // The same height in each state, so that no button moves before a click.
  const foot = <div className={classes.caseFoot}>{state}</div>
  if (item.model === 'listing')
    return (
      <PostCell
        post={item.record}
        current={current}
        menu={
          outcome ? null : (
            <PostMenu
              post={item.record}
              refetch={[api.posts.pending]}
              onDeleted={() => actions.deleted(item)}
            />
          )
        }
      >
        {foot}
      </PostCell>
    )
  return (
    <PromoRequestCell item={item} current={current} onDeleted={() => actions.deleted(item)}>
      {foot}
    </PromoRequestCell>
  )
})

interface PromoRequestCellProps {
  item: Extract<Item, { model: 'promoted_post_request' }>
  current?: boolean
  /** REV-30 to REV-32: the menu with Delete. */
  admin?: boolean
  onDeleted?: () => void
  children?: ReactNode
}

/** A request to promote a listing: thumbnail, title, price and dates of the promotion (REV-29). */
export function PromoRequestCell(props: PromoRequestCellProps) {
  const { item, current = false, admin = true, onDeleted, children } = props
  const { post_id, post_title, post_thumbnail_image_path, price, created_at } = item.record
  return (
    <li className={cells.cell} {...(current && { 'aria-current': true })}>
      <PostPicture postKey={post_id} path={post_thumbnail_image_path} />
      <div className={cells.body}>
        <div className={cells.head}>
          <PostTitle postKey={post_id} title={orNull(post_title)} />
          {post_id !== null && <ListingLink postKey={post_id} title={post_title} />}
          {/* D-073: Delete deletes the post. */}
          {admin && post_id !== null && (
            <PostMenu
              post={{ key: post_id, title: post_title }}
              refetch={[api.promotedPosts.list, api.posts.pending]}
              {...(onDeleted && { onDeleted })}
            />
          )}
        </div>
        <span className={cells.description}>Promoted-post request</span>
        <div className={cells.foot}>
          <span className={cells.price}>{price == null ? 'NA' : dollars(price)}</span>
          <span className={cells.date}>
            <When value={created_at} write={shortUtc} />
          </span>
        </div>
        {children}
      </div>
    </li>
  )
}

/** REV-07 */
export function DecisionButtons(props: { small?: boolean; onDecide: (decision: Decision) => void }) {
  const { small = false, onDecide } = props
  const size = small ? 'compact-sm' : 'sm'
  return (
    <>
      <GuardedButton may="review.decide" variant="default" size={size} onClick={() => onDecide('denied')}>
        Deny
      </GuardedButton>
      <GuardedButton
        may="review.decide"
        size={size}
        variant={small ? 'default' : 'filled'}
        onClick={() => onDecide('approved')}
      >
        Approve
      </GuardedButton>
    </>
  )
}

/** Another reviewer has the case open. */
export function Looking({ names }: { names: string }) {
  return (
    <span className={classes.looking}>
      <IconEye size={14} aria-hidden /> {names} {names.includes(', ') ? 'are' : 'is'} looking at this
    </span>
  )
}
