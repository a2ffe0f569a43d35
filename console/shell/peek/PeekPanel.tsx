import { ActionIcon, Kbd } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconEye, IconX } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import classes from './peek.module.css'

interface PeekPanelProps {
  panel: RefObject<HTMLElement | null>
  onClose: () => void
  onStep: (by: 1 | -1) => void
  /** Opens the record's page. */
  onOpen: () => void
  children: ReactNode
}

/** The id of the record's name, which labels the panel. */
export const peekTitle = 'peek-title'

/** The panel beside a list. The list keeps the focus; F6 goes into the panel. */
export function PeekPanel({ panel, onClose, onStep, onOpen, children }: PeekPanelProps) {
  const button = (label: string, key: string, run: () => void, icon: ReactNode) => (
    <ActionIcon
      size="md"
      variant="subtle"
      color="gray"
      aria-label={label}
      aria-keyshortcuts={key}
      title={`${label}: ${key}`}
      onClick={run}
    >
      {icon}
    </ActionIcon>
  )
  return (
    <aside
      ref={panel}
      className={classes.panel}
      aria-labelledby={peekTitle}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) onOpen()
      }}
    >
      <div className={classes.bar}>
        <IconEye size={14} aria-hidden />
        Peek
        <Kbd size="sm" aria-hidden>
          Space
        </Kbd>
        <span className={classes.tools}>
          {button('Previous row', 'K', () => onStep(-1), <IconChevronUp size={16} aria-hidden />)}
          {button('Next row', 'J', () => onStep(1), <IconChevronDown size={16} aria-hidden />)}
          {button('Close', 'Escape', onClose, <IconX size={16} aria-hidden />)}
        </span>
      </div>
      {children}
    </aside>
  )
}
