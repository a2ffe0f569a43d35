import { Group, Textarea } from '@mantine/core'
import { maxMessageLength } from '@portreeve/contract/conversations/conversations'
import type { ConversationFacts } from '@portreeve/contract/conversations/facts'
import { type ReactNode, useRef } from 'react'
import { replaceText } from '../../ui/browser/insert-text.ts'
import { MacroMenu } from '../macros/MacroMenu.tsx'
import { UnfilledNote } from '../macros/UnfilledNote.tsx'

interface MessageFieldProps {
  text: string
  onChange: (text: string) => void
  /** The values of macros; null where each reader has their own. */
  facts: ConversationFacts | null
  children?: ReactNode
}

export const tooLong = (text: string) => text.length > maxMessageLength

/** The field of a message in a dialog's form, with the macros. Ctrl+Enter submits the form. */
export function MessageField({ text, onChange, facts, children }: MessageFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <div>
      <Textarea
        ref={field}
        label="Message"
        dir="auto"
        autosize
        minRows={6}
        maxRows={12}
        value={text}
        error={
          tooLong(text) &&
          `A message has ${maxMessageLength} characters at the most; these are ${text.length}.`
        }
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
        data-autofocus
      />
      {facts && (
        <UnfilledNote
          text={text}
          onShow={(from, to) => {
            field.current?.focus()
            field.current?.setSelectionRange(from, to)
          }}
        />
      )}
      <Group gap="sm" mt="sm">
        <MacroMenu
          inDialog
          facts={facts ?? {}}
          onInsert={(inserted) => {
            if (!replaceText(field.current, inserted)) onChange(inserted)
          }}
        />
        {children}
      </Group>
    </div>
  )
}
