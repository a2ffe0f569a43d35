import type { ReactNode } from 'react'
import { useEnvironment } from '../../data/backend.tsx'
import { fillAddress } from '../../format/address.ts'
import { shortUtc } from '../../format/dates.ts'
import { type Priced, priceLine } from '../../format/post.ts'
import { orNull } from '../../format/words.ts'
import { Clamp } from '../../ui/Clamp.tsx'
import type { Marked } from '../../ui/marked.ts'
import { When } from '../../ui/When.tsx'
import classes from './cells.module.css'
import { ListingLink } from './ListingLink.tsx'
import { Thumbnail } from './Thumbnail.tsx'

/** The fields of a listing that a cell shows. */
export interface CellPost extends Priced {
  readonly key: string
  readonly title: string | null
  readonly description?: string | null
  readonly thumbnailImageURL?: string | null
  readonly creationDate?: string | null
}

interface PostCellProps {
  post: CellPost
  /** Omits date and price, for listings from calls that do not return them. */
  brief?: boolean
  /** Beside the title, such as the Delete menu (REV-37). */
  menu?: ReactNode
  /** The attributes of the cell that the address names. */
  mark?: Marked | undefined
  /** Marks the selected cell of a list with a detail view. */
  current?: boolean
  /** At the bottom: accessory buttons (REV-38), more lines. */
  children?: ReactNode
}

/** The small post cell (REV-33 to REV-38): one item of `Cells`. Links to the public page by key (D-123). */
export function PostCell({ post, brief = false, menu, mark, current = false, children }: PostCellProps) {
  const title = orNull(post.title)
  return (
    <li {...mark} className={classes.cell} {...(current && { 'aria-current': true })}>
      <PostPicture postKey={post.key} path={post.thumbnailImageURL} />
      <div className={classes.body}>
        <div className={classes.head}>
          <PostTitle postKey={post.key} title={title} />
          <span className={classes.side}>
            <ListingLink postKey={post.key} title={post.title} />
            {menu}
          </span>
        </div>
        {post.description && (
          <div className={classes.description}>
            <Clamp text={post.description} lines={2} />
          </div>
        )}
        {!brief && (
          <div className={classes.foot}>
            <span className={classes.price}>{priceLine(post)}</span>
            {/* D-120 */}
            <span className={classes.date}>
              <When value={post.creationDate ?? null} write={shortUtc} />
            </span>
          </div>
        )}
        {children}
      </div>
    </li>
  )
}

/** The address of a listing's public page; null if the environment has none. */
function usePostPage(key: string | null): string | null {
  const { links } = useEnvironment()
  return links.listing && key ? fillAddress(links.listing, { id: key }) : null
}

const outside = { target: '_blank', rel: 'noopener noreferrer' } as const

/** A listing's picture, 130 × 130, linked to its public page like the title beside it. */
export function PostPicture({ postKey, path }: { postKey: string | null; path: string | null | undefined }) {
  const page = usePostPage(postKey)
  const picture = <Thumbnail path={path} />
  if (!page) return picture
  return (
    // The title has the same link, so keyboards and screen readers skip this one.
    <span aria-hidden className={classes.picture}>
      <a href={page} {...outside} tabIndex={-1}>
        {picture}
      </a>
    </span>
  )
}

/** A listing's title as the link to its public page, in a new tab. */
export function PostTitle({ postKey, title }: { postKey: string | null; title: string }) {
  const page = usePostPage(postKey)
  const text = <Clamp text={title} lines={2} />
  if (!page) return <strong>{text}</strong>
  return (
    <a href={page} {...outside} className={classes.title}>
      {text}
    </a>
  )
}
