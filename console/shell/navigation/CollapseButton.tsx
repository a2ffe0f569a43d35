import { api } from '@portreeve/contract'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useMe } from '../../data/rights.ts'
import { useAction } from '../../data/use-action.ts'
import classes from './Shell.module.css'

/** Collapses the navigation to its icons, on each device of the person. Nothing for a server without personal settings. */
export function CollapseButton({ collapsed }: { collapsed: boolean }) {
  const me = useMe()
  const save = useAction(api.staff.saveMySettings, {
    failed: 'Your settings could not be saved',
    refetch: [api.staff.mySettings],
  })
  if (!me) return null
  const Icon = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const label = collapsed ? 'Expand the navigation' : 'Collapse the navigation'
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={label}
      title={label}
      onClick={() => void save.run({ body: { navigation: collapsed ? 'wide' : 'icons' } })}
    >
      <Icon size={16} stroke={1.7} aria-hidden />
    </button>
  )
}
