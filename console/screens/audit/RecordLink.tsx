import { Link, type LinkOptions, linkOptions } from '@tanstack/react-router'
import { useEnvironment } from '../../data/backend.tsx'
import { fillAddress } from '../../format/address.ts'
import { Clamp } from '../../ui/Clamp.tsx'
import classes from './audit.module.css'
import { kinds } from './search.ts'

/** Where a record of a kind is shown; nothing for one that has no screen of its own. */
function placeOf(kind: string, id: string): LinkOptions | null {
  switch (kind) {
    case 'user':
      return linkOptions({ to: '/user-detail/$uid', params: { uid: id } })
    case 'transaction':
      return linkOptions({ to: '/dashboard/txns/$id', params: { id } })
    case 'collection':
      return linkOptions({ to: '/dashboard/collections/$id', params: { id } })
    case 'question':
      return linkOptions({ to: '/dashboard/community/$id', params: { id } })
    case 'email_template':
      return linkOptions({ to: '/email-templates/$name', params: { name: id } })
    case 'keyword':
      return linkOptions({ to: '/dashboard/contentkw' })
    case 'moderating_messages':
      return linkOptions({ to: '/dashboard/moderating' })
    default:
      return null
  }
}

/** A record that something was done to, leading to its screen. */
export function RecordLink({ subject }: { subject: { kind: string; id: string } | null }) {
  const { links } = useEnvironment()
  if (!subject) return <span>–</span>
  const { kind, id } = subject
  const place = placeOf(kind, id)
  const text = <Clamp text={id} mono />
  const outside = kind === 'listing' && links.listing ? fillAddress(links.listing, { id }) : null
  return (
    <>
      <span className={classes.kind}>{kinds[kind] ?? kind}</span>
      {place ? (
        <Link {...place} className={classes.record}>
          {text}
        </Link>
      ) : outside ? (
        <a href={outside} target="_blank" rel="noopener noreferrer" className={classes.record}>
          {text}
        </a>
      ) : (
        text
      )}
    </>
  )
}
