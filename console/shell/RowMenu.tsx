import { Menu } from '@mantine/core'
import type { Permission } from '@portreeve/contract/base/rights'
import type { Icon } from '@tabler/icons-react'
import { useWhyNot } from '../data/rights.ts'
import { LazyMenu } from '../ui/LazyMenu.tsx'
import classes from './records/cells.module.css'

export interface RowAction {
  label: string
  icon: Icon
  may: Permission
  /** A reason to disable the item, other than the permission. */
  whyNot?: string | null
  /** The action cannot be undone. */
  danger?: boolean
  onActivate: () => void
}

interface RowMenuProps {
  /** The accessible name of the three dots. */
  label: string
  actions: readonly (RowAction | null)[]
}

/** What can be done to a row. A disabled item shows why. */
export const RowMenu = ({ label, actions }: RowMenuProps) => (
  <LazyMenu label={label}>
    {actions.map(
      // biome-ignore lint/suspicious/noArrayIndexKey: an item whose label changes in the open menu keeps the focus
      (action, at) => action && <Item key={at} {...action} />,
    )}
  </LazyMenu>
)

function Item({ label, icon: Picture, may, danger, onActivate, ...props }: RowAction) {
  const whyNot = useWhyNot(may) ?? props.whyNot
  return (
    <Menu.Item
      leftSection={<Picture size={14} aria-hidden />}
      {...(whyNot
        ? { 'aria-disabled': true, 'data-disabled': true, 'aria-description': whyNot, title: whyNot }
        : { ...(danger && { className: classes.danger ?? '' }), onClick: onActivate })}
    >
      {label}
    </Menu.Item>
  )
}
