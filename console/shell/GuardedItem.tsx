import { Menu } from '@mantine/core'
import type { Permission } from '@portreeve/contract/base/rights'
import type { ReactNode } from 'react'
import { useWhyNot } from '../data/rights.ts'
import classes from './records/cells.module.css'

interface GuardedItemProps {
  may: Permission
  /** A reason to disable the item, other than the permission. */
  whyNot?: string | null
  icon: ReactNode
  /** The action cannot be undone. */
  danger?: boolean
  onClick: () => void
  children: ReactNode
}

/** A menu item that shows why it is disabled. */
export function GuardedItem(props: GuardedItemProps) {
  const { may, icon, danger = false, onClick, children } = props
  const whyNot = useWhyNot(may) ?? props.whyNot
  return (
    <Menu.Item
      leftSection={icon}
      {...(whyNot
        ? { 'aria-disabled': true, 'data-disabled': true, 'aria-description': whyNot, title: whyNot }
        : { ...(danger && { className: classes.danger ?? '' }), onClick })}
    >
      {children}
    </Menu.Item>
  )
}
