import { api } from '@portreeve/contract'
import { Link } from '@tanstack/react-router'
import { useData } from '../../data/use-data.ts'
import { CaseCount } from './CaseCount.tsx'
import type { EntryProps } from './EntryLabel.tsx'
import { EntryLabel } from './EntryLabel.tsx'
import classes from './Shell.module.css'

/** The desk, with the number of open cases. It follows the tabs of the specification, and has no landmark. */
export function DeskLink({ collapsed, onChosen }: EntryProps) {
  // A server that does without the desk. While its counts load, or when they fail, the link is there.
  const { failure } = useData(api.desk.counts, {}, { when: false })
  if (failure?.status === 404) return null
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
      <CaseCount label="Desk" />
    </>
  )
}
