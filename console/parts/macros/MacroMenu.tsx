import { Popover } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Macro } from '@portreeve/contract/macros'
import { IconBolt } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAction } from '../../data/hooks.ts'
import { useWhyNot } from '../../data/rights.ts'
import { useEscape } from '../../ui/escape.ts'
import { GuardedButton } from '../GuardedButton.tsx'
import { MacroList } from './MacroList.tsx'
import { MacrosDialog } from './MacrosDialog.tsx'
import { type ConversationFacts, macroText } from './macro-text.ts'
import { judgedBy } from './useMacros.ts'

interface MacroMenuProps {
  /** What the open conversation fills in. */
  facts: ConversationFacts
  /** MAC-09 to MAC-11, D-103: puts a text in the place of the message and the keyboard behind it. Never sends. */
  onInsert: (text: string) => void
}

/** 'Apply macro' with its menu and dialog; Ctrl+M opens and closes it wherever the keyboard is (MAC-01 to MAC-13). */
export function MacroMenu({ facts, onInsert }: MacroMenuProps) {
  const whyNot = useWhyNot('macros.read')
  const [opened, setOpened] = useState(false)
  const [dialog, setDialog] = useState(false)
  /** Where the keyboard was before. */
  const before = useRef<HTMLElement | null>(null)
  const using = useAction(api.macros.use, { refetch: [api.macros.list], judgedBy })

  const open = () => {
    before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setOpened(true)
  }
  const close = () => {
    setOpened(false)
    before.current?.focus()
  }
  useEscape(close, opened)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!event.ctrlKey || event.altKey || event.metaKey || event.key.toLowerCase() !== 'm') return
    event.preventDefault()
    if (dialog || whyNot || event.repeat) return
    if (opened) close()
    else open()
  })
  // The key belongs to no element: the window has to be listened to.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])

  const pick = ({ id, text }: Macro) => {
    setOpened(false)
    onInsert(macroText(text, facts))
    void using.run({ params: { id } })
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
        // Beneath its own dialog.
        zIndex={150}
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
          <MacroList onPick={pick} onEdit={() => setDialog(true)} />
        </Popover.Dropdown>
      </Popover>
      {dialog && <MacrosDialog onClose={() => setDialog(false)} />}
    </>
  )
}
