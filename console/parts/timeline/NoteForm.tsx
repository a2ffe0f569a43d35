import { Textarea } from '@mantine/core'
import { api } from '@portreeve/contract'
import { maxNoteLength } from '@portreeve/contract/notes'
import type { TimelineKind } from '@portreeve/contract/timeline'
import { useRef, useState } from 'react'
import { detailOf } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { GuardedButton } from '../GuardedButton.tsx'
import { MentionChoices, mentionedIn } from './MentionChoices.tsx'
import classes from './timeline.module.css'

/** Unsent drafts by record: closing the timeline keeps them. */
const drafts = new Map<string, string>()

/** The form for a staff note. */
export function NoteForm({ kind, id }: { kind: TimelineKind; id: string }) {
  const record = `${kind} ${id}`
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(drafts.get(record) ?? '')
  const write = (typed: string) => {
    setText(typed)
    drafts.set(record, typed)
  }
  const create = useAction(api.notes.create, {
    done: 'Note saved',
    failed: 'Error saving the note',
    refetch: [api.timeline.of, api.notes.of, api.users.overview],
    // Text typed since the request was sent stays.
    settle: ({ done, input }) => {
      if (done && drafts.get(record) === input.body.text) write('')
    },
  })
  const tooLong = text.length > maxNoteLength
  const colleagues = useData(api.notes.colleagues, { params: { kind } }, { when: text.includes('@') })
  const mentions = mentionedIn(text, colleagues.data ?? [])
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '' && !tooLong && !create.busy)
          void create.run({ body: { kind, id, text, ...(mentions.length > 0 && { mentions }) } })
      }}
    >
      <Textarea
        ref={field}
        label="Note for other staff"
        autosize
        // The drawer focuses this input first, so that typing can start at once.
        data-autofocus
        minRows={2}
        maxRows={8}
        dir="auto"
        value={text}
        error={
          tooLong
            ? `${text.length} of ${maxNoteLength} characters`
            : create.failure && (detailOf(create.failure) ?? 'It was not saved.')
        }
        onChange={(event) => write(event.currentTarget.value)}
      />
      <MentionChoices
        text={text}
        colleagues={colleagues.data ?? []}
        onChoose={(next) => {
          write(next)
          // The chosen button is gone.
          field.current?.focus()
        }}
      />
      <GuardedButton
        may="notes.write"
        type="submit"
        size="compact-sm"
        loading={create.busy}
        whyNot={text.trim() === '' ? 'Write something first.' : tooLong ? 'The note is too long.' : null}
      >
        Add note
      </GuardedButton>
    </form>
  )
}
