import { IconListDetails } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMe } from '../../data/rights.ts'
import { orNull } from '../../format/words.ts'
import classes from './cells.module.css'

/** A link to the page of a listing, beside the title that leads to its public page. A server of the spec alone has no such page. */
export function ListingLink({ postKey, title }: { postKey: string; title?: string | null }) {
  if (useMe() === null) return null
  return (
    <Link
      to="/dashboard/listings/$key"
      params={{ key: postKey }}
      className={classes.record}
      aria-label={title === undefined ? 'Listing page' : `Listing page of ${orNull(title)}`}
      title="Listing page"
    >
      <IconListDetails size={16} stroke={1.5} aria-hidden />
    </Link>
  )
}
