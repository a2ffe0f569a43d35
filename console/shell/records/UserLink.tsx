import { Link } from '@tanstack/react-router'
import { orNull } from '../../format/words.ts'
import { newTab as inNewTab } from '../../ui/browser/new-tab.ts'
import classes from './cells.module.css'

interface UserLinkProps {
  uid: string
  name: string | null
  newTab?: boolean
}

/** A person's name, linked to their page. */
export function UserLink({ uid, name, newTab = false }: UserLinkProps) {
  return (
    <Link
      to="/user-detail/$uid"
      params={{ uid }}
      {...(newTab && inNewTab)}
      className={classes.person}
      dir="auto"
    >
      {orNull(name)}
    </Link>
  )
}
