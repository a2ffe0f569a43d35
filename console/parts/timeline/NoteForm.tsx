import { Textarea } from '@mantine/core'
import { api } from '@portreeve/contract'
import { longestNote } from '@portreeve/contract/notes'
import type { TimelineKind } from '@portreeve/contract/timeline'
import { useState } from 'react'
import { detailOf } from '../../data/failure.ts'
import { useAction } from '../../data/hooks.ts'
import { GuardedButton } from '../GuardedButton.tsx'
import classes from './timeline.module.css'

/** What was typed and not sent yet, by record: closing the timeline loses nothing. */
const drafts = new Map<string, string>()

/** Where a note for other staff is written. */
export function NoteForm({ kind, id }: { kind: TimelineKind; id: string }) {
  const record = `${kind} ${id}`
  const [text, setText] = useState(drafts.get(record) ?? '')
  const write = (typed: string) => {
    setText(typed)
    drafts.set(record, typed)
  }
  const create = useAction(api.notes.create, {
    done: 'Note saved',
    failed: 'Error saving the note',
    refetch: [api.timeline.of],
    // What was typed since then stays.
    settle: ({ done, input }) => {
      if (done && drafts.get(record) === input.body.text) write('')
    },
  })
  const tooLong = text.length > longestNote
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '' && !tooLong && !create.busy) void create.run({ body: { kind, id, text } })
      }}
    >
      <Textarea
        label="Note for other staff"
        autosize
        // The drawer gives its first focus to what is marked so: a key pressed at once is text.
        data-autofocus
        minRows={2}
        maxRows={8}
        dir="auto"
        value={text}
        error={
          tooLong
            ? `${text.length} of ${longestNote} characters`
            : create.failure && (detailOf(create.failure) ?? 'It was not saved.')
        }
        onChange={(event) => write(event.currentTarget.value)}
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
