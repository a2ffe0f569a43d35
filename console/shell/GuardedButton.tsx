import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import type { Permission } from '@portreeve/contract/base/rights'
import type { MouseEvent, ReactNode } from 'react'
import { useWhyNot } from '../data/rights.ts'

interface GuardedButtonProps extends ButtonProps {
  may: Permission | 'staff'
  /** A reason to disable the button, other than the permission. */
  whyNot?: string | null
  /** Missing for a button that submits its form. */
  onClick?: () => void
  type?: 'submit'
  'aria-label'?: string
  'aria-keyshortcuts'?: string
  children: ReactNode
}

/** A button that shows why it is disabled. It stays in the tab order, so that keyboard users can read the reason. */
export function GuardedButton({ may, whyNot = null, onClick, children, ...rest }: GuardedButtonProps) {
  const refused = useWhyNot(may) ?? whyNot
  const button = (
    <Button
      {...rest}
      {...(refused ? { onClick: (event: MouseEvent) => event.preventDefault() } : onClick && { onClick })}
      {...(refused && { 'aria-disabled': true, 'data-disabled': true, 'aria-description': refused })}
    >
      {children}
    </Button>
  )
  return refused ? (
    <Tooltip label={refused} multiline maw={280}>
      {button}
    </Tooltip>
  ) : (
    button
  )
}
