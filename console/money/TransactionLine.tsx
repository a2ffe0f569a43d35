import { orNull } from '../format/words.ts'
import classes from '../shell/lists/desk.module.css'
import { PeekLink } from '../shell/peek/PeekLink.tsx'
import { Clamp } from '../ui/Clamp.tsx'
import { orderPeek } from './order-peek.tsx'

interface TransactionLineProps {
  id: string | null
  title: string | null
  publicId: string | null
  /** The id of the row, where several may be about one transaction. */
  row?: string
}

/** A transaction in a list: its title, linked to its page, and its public id. */
export function TransactionLine({ id, title, publicId, row }: TransactionLineProps) {
  if (id === null) return <span className={classes.quiet}>No transaction is known</span>
  return (
    <>
      <PeekLink
        to="/dashboard/txns/$id"
        params={{ id }}
        peek={orderPeek(id, row)}
        className={classes.title ?? ''}
      >
        <Clamp text={orNull(title)} />
      </PeekLink>
      <span className={classes.quiet}>
        <Clamp text={publicId ?? id} mono />
      </span>
    </>
  )
}
