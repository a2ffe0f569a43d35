import { api } from '@portreeve/contract'
import { Link } from '@tanstack/react-router'
import { useData } from '../../data/hooks.ts'
import classes from './list.module.css'

/** How many refunds wait for a second person, as a way to them; nothing while none does. */
export function WaitingLink() {
  const { data = [], more } = useData(api.approvals.list, { query: { state: 'asked' } })
  if (data.length === 0) return null
  const words =
    data.length === 1
      ? '1 refund waits for a second person'
      : `${data.length}${more ? '+' : ''} refunds wait for a second person`
  return (
    <Link
      to="/dashboard/txns/$id"
      params={{ id: 'overview' }}
      search={{ waiting: 'true' }}
      className={classes.waiting}
    >
      {words}
    </Link>
  )
}
