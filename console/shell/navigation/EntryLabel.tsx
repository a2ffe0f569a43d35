import { icons } from './icons.ts'
import classes from './Shell.module.css'

/** Props of every entry of the navigation. */
export interface EntryProps {
  collapsed: boolean
  onChosen: (() => void) | undefined
}

/** An entry's icon and label. Where the navigation is collapsed, the label is there for screen readers, and as a tooltip. */
export function EntryLabel({ label }: { label: string }) {
  const Icon = icons[label]
  return (
    <>
      {Icon && <Icon size={16} stroke={1.7} className={classes.icon} aria-hidden />}
      <span className={classes.label}>{label}</span>
    </>
  )
}
