import { Popover } from '@mantine/core'
import { api } from '@portreeve/contract'
import { type ConversationFacts, macroText } from '@portreeve/contract/conversations/facts'
import type { Macro } from '@portreeve/contract/conversations/macros'
import { IconBolt } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useWhyNot } from '../../data/rights.ts'
import { useAction } from '../../data/use-action.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { useEscape } from '../../ui/browser/escape.ts'
import { keyOf } from '../../ui/browser/shortcuts.ts'
import { MacroList } from './MacroList.tsx'
import { MacrosDialog } from './MacrosDialog.tsx'
import { judgedBy } from './useMacros.ts'

interface MacroMenuProps {
  /** The values that the open conversation fills in. */
  facts: ConversationFacts
  /** MAC-09 to MAC-11, D-103: replaces the message with a text and focuses the end of it. Never sends. */
  onInsert: (text: string, macro: Macro) => void
  /** The menu is above a dialog. */
  inDialog?: boolean
}

/** 'Apply macro' with its menu and dialog; Ctrl+M opens and closes it wherever the focus is (MAC-01 to MAC-13). */
export function MacroMenu({ facts, onInsert, inDialog = false }: MacroMenuProps) {
  const whyNot = useWhyNot('macros.read')
  const [opened, setOpened] = useState(false)
  const [dialog, setDialog] = useState(false)
  /** The element that had the focus before. */
  const previousFocus = useRef<HTMLElement | null>(null)
  const using = useAction(api.macros.use, { refetch: [api.macros.list], judgedBy })

  const open = () => {
    previousFocus.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setOpened(true)
  }
  const close = () => {
    setOpened(false)
    previousFocus.current?.focus()
  }
  useEscape(close, opened)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!event.ctrlKey || event.altKey || event.metaKey || keyOf(event) !== 'm') return
    event.preventDefault()
    if (dialog || whyNot || event.repeat) return
    if (opened) close()
    else open()
  })
  // The key works everywhere, so the listener is on the window.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])

  const pick = (macro: Macro) => {
    setOpened(false)
    onInsert(macroText(macro.text, facts), macro)
    void using.run({ params: { id: macro.id } })
  }

  return (
    <>
      <Popover
        opened={opened}
        // MAC-06
        closeOnClickOutside={!dialog}
        closeOnEscape={false}
        onChange={setOpened}
        position="top-start"
        width={320}
        shadow="md"
        // Below its own dialog.
        {...(!inDialog && { zIndex: 'var(--z-bar)' })}
        returnFocus={false}
      >
        <Popover.Target>
          <GuardedButton
            may="macros.read"
            variant="default"
            size="compact-sm"
            leftSection={<IconBolt size={14} aria-hidden />}
            onClick={() => (opened ? close() : open())}
          >
            Apply macro
          </GuardedButton>
        </Popover.Target>
        <Popover.Dropdown aria-label="Macro menu" p={0}>
          <MacroList
            onPick={pick}
            onEdit={() => {
              setDialog(true)
              if (inDialog) setOpened(false)
            }}
          />
        </Popover.Dropdown>
      </Popover>
      {dialog && <MacrosDialog onClose={() => setDialog(false)} />}
    </>
  )
}
