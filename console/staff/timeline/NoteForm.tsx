import { Textarea } from '@mantine/core'
import { api } from '@portreeve/contract'
import { maxNoteLength } from '@portreeve/contract/staff/notes'
import type { TimelineKind } from '@portreeve/contract/staff/timeline'
import { useRef } from 'react'
import { useOwnUid } from '../../data/backend.tsx'
import { readDraft, useDraft, writeDraft } from '../../data/drafts.ts'
import { detailOf } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { replaceText } from '../../ui/browser/insert-text.ts'
import { AttachFiles, takesFiles } from '../files/AttachFiles.tsx'
import { useUploads } from '../files/use-uploads.ts'
import { MentionChoices, mentionedIn } from './MentionChoices.tsx'
import classes from './timeline.module.css'

/** The form for a staff note. */
export function NoteForm({ kind, id }: { kind: TimelineKind; id: string }) {
  const place = `draft-note:${useOwnUid()}:${kind}:${id}`
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, write] = useDraft(place)
  const uploads = useUploads()
  const create = useAction(api.notes.create, {
    done: 'Note saved',
    failed: 'Error saving the note',
    refetch: [api.timeline.of, api.notes.of, api.users.overview],
    // Text typed since the request was sent stays.
    settle: ({ done, input }) => {
      if (done && readDraft(place) === input.body.text) writeDraft(place, '')
      if (done) uploads.sent(input.body.files ?? [])
    },
  })
  const tooLong = text.length > maxNoteLength
  const colleagues = useData(api.notes.colleagues, { params: { kind } }, { when: text.includes('@') })
  const { ids: files } = uploads
  const mentions = mentionedIn(text, colleagues.data ?? [])
  const whyNot =
    text.trim() === '' ? 'Write something first.' : tooLong ? 'The note is too long.' : uploads.whyNot
  return (
    <form
      className={classes.form}
      {...takesFiles(uploads)}
      onSubmit={(event) => {
        event.preventDefault()
        if (whyNot === null && !create.busy)
          void create.run({
            body: {
              ...{ kind, id, text },
              ...(mentions.length > 0 && { mentions }),
              ...(files.length > 0 && { files }),
            },
          })
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
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
      <MentionChoices
        text={text}
        colleagues={colleagues.data ?? []}
        onChoose={(next) => {
          // The chosen button is gone: the field has the focus.
          if (!replaceText(field.current, next)) write(next)
        }}
      />
      <GuardedButton may="notes.write" type="submit" size="compact-sm" loading={create.busy} whyNot={whyNot}>
        Add note
      </GuardedButton>
      {/* After the button, so that Tab leads from the text to the button. */}
      <AttachFiles uploads={uploads} name="Files of the note" />
    </form>
  )
}
