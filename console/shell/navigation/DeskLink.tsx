import { api } from '@portreeve/contract'
import { maxDeskCount } from '@portreeve/contract/desk/desk'
import { Link } from '@tanstack/react-router'
import { useMe } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import type { EntryProps } from './EntryLabel.tsx'
import { EntryLabel } from './EntryLabel.tsx'
import classes from './Shell.module.css'

/** The desk, with the number of open cases. It stands after the tabs of the specification, and in no landmark of its own. */
export function DeskLink({ collapsed, onChosen }: EntryProps) {
  const known = useMe() !== null
  const { data } = useData(api.desk.counts, {}, { when: known })
  // A server that does without the desk
  if (!known || !data) return null
  const { all } = data.views
  const count = all >= maxDeskCount ? `${maxDeskCount - 1}+` : String(all)
  return (
    <>
      <Link
        to="/dashboard/desk"
        className={classes.tab}
        title={collapsed ? 'Desk' : undefined}
        onClick={onChosen}
      >
        <EntryLabel label="Desk" />
      </Link>
      {all > 0 && (
        <span className={classes.badge} role="img" aria-label={`${count} open`}>
          {count}
        </span>
      )}
    </>
  )
}
