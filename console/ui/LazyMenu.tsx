import { Menu, UnstyledButton } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './LazyMenu.module.css'

/** A row's menu behind three dots. Lists have hundreds of them, so a menu is created at its first use. */
export function LazyMenu({ label, children }: { label: string; children: ReactNode }) {
  const [used, setUsed] = useState(false)
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!used) return
    // The menu replaces the button. Focus the new one: on closing, the menu returns the focus to it.
    button.current?.focus()
    setOpened(true)
  }, [used])
  const target = (
    <UnstyledButton
      ref={button}
      className={classes.button}
      aria-label={label}
      aria-haspopup="menu"
      {...(!used && { 'aria-expanded': false, onClick: () => setUsed(true) })}
    >
      <IconDots size={16} aria-hidden />
    </UnstyledButton>
  )
  if (!used) return target
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={180}
      withInitialFocusPlaceholder={false}
      portalProps={{ target: 'main' }}
    >
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
