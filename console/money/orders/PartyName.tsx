import { IconBan } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { orNull } from '../../format/words.ts'
import { newTab } from '../../ui/browser/new-tab.ts'
import { Clamp } from '../../ui/Clamp.tsx'
import classes from './party-name.module.css'

interface PartyNameProps {
  uid: string
  name: string | null
  blocked: boolean
}

/** A buyer or seller in a row of orders: a link above the row's own, and a mark on a blocked account. */
export function PartyName({ uid, name, blocked }: PartyNameProps) {
  return (
    <span className={classes.party}>
      <Link to="/user-detail/$uid" params={{ uid }} {...newTab} className={classes.name}>
        <Clamp text={orNull(name)} lines={2} />
      </Link>
      {blocked && (
        <span className={classes.blocked} title="This account is blocked">
          <IconBan size={14} role="img" aria-label="Blocked" />
        </span>
      )}
    </span>
  )
}
