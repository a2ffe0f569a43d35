import type { ButtonProps } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { continueDraft, readDraft } from '../data/drafts.ts'
import { useMe, useWhyNot } from '../data/rights.ts'
import { GuardedButton } from './GuardedButton.tsx'

/** The place of the team's unsent message to a person (data/drafts.ts). */
export const messageTo = (uid: string) => `draft:write:${uid}`

interface Message {
  /** The transaction that fills the variables of a macro. */
  order?: string | undefined
  /** A first draft. It is added to the unsent text that is there already. */
  text?: string | undefined
}

/** Opens the team's message to a person above the page (conversations/outbound/WriteDialog.tsx). */
export function useWriteTo() {
  const navigate = useNavigate()
  return (uid: string, { order, text = '' }: Message = {}) => {
    const place = messageTo(uid)
    if (!readDraft(place).includes(text)) continueDraft(place, text)
    void navigate({
      to: '.',
      hash: true,
      state: true,
      resetScroll: false,
      search: (now: object) => ({ ...now, write: uid, about: order }),
    })
  }
}

/** What a decision's dialog asks: whether the caller writes to its person next. Nothing for a caller who may not. */
export function useThenWrite(name: string) {
  const me = useMe()
  const whyNot = useWhyNot('inbox.write')
  return me && whyNot === null ? { checkbox: { label: `Then write to ${name}` } } : {}
}

interface WriteButtonProps extends ButtonProps, Message {
  uid: string
  /** Undefined where the name is beside the button. */
  name?: string
  whyNot?: string | null
  /** Called before the message opens. */
  onOpen?: () => void
  children: string
}

/** Opens a message to a person. */
export function WriteButton({ uid, name, order, text, onOpen, children, ...rest }: WriteButtonProps) {
  const write = useWriteTo()
  return (
    <GuardedButton
      may="inbox.write"
      variant="default"
      size="compact-sm"
      {...(name !== undefined && { 'aria-label': `${children} ${name}` })}
      onClick={() => {
        onOpen?.()
        write(uid, { order, text })
      }}
      {...rest}
    >
      {children}
    </GuardedButton>
  )
}
