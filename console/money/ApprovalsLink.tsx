import { api } from '@portreeve/contract'
import { Link } from '@tanstack/react-router'
import { useData } from '../data/use-data.ts'
import classes from './approvals-link.module.css'

/** The number of refunds that wait for a second person, linked to their list. Renders nothing without any. */
export function ApprovalsLink() {
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
      className={classes.approval}
    >
      {words}
    </Link>
  )
}
