import { Menu } from '@mantine/core'
import type { Permission } from '@portreeve/contract/rights'
import type { ReactNode } from 'react'
import { useWhyNot } from '../data/rights.ts'
import classes from './cells.module.css'

interface GuardedItemProps {
  may: Permission
  /** Another reason why not now. */
  whyNot?: string | null
  icon: ReactNode
  /** What cannot be undone. */
  danger?: boolean
  onClick: () => void
  children: ReactNode
}

/** An item of a menu that says why it does nothing for this person. */
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
