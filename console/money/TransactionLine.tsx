import { Link } from '@tanstack/react-router'
import { orNull } from '../format/words.ts'
import classes from '../shell/lists/desk.module.css'
import { Clamp } from '../ui/Clamp.tsx'

interface TransactionLineProps {
  id: string | null
  title: string | null
  publicId: string | null
}

/** A transaction in a list: its title, linked to its page, and its public id. */
export function TransactionLine({ id, title, publicId }: TransactionLineProps) {
  if (id === null) return <span className={classes.quiet}>No transaction is known</span>
  return (
    <>
      <Link to="/dashboard/txns/$id" params={{ id }} className={classes.title}>
        <Clamp text={orNull(title)} />
      </Link>
      <span className={classes.quiet}>
        <Clamp text={publicId ?? id} mono />
      </span>
    </>
  )
}
