import { CloseButton, Group, Stack, Text, Textarea } from '@mantine/core'
import type { DisputeCase } from '@portreeve/contract/money/disputes'
import { useState } from 'react'
import { heldText, movedWords, useTyped } from '../../data/typed.ts'
import { AttachFiles, takesFiles } from '../../staff/files/AttachFiles.tsx'
import { Files } from '../../staff/files/Files.tsx'
import { useUploads } from '../../staff/files/use-uploads.ts'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { RecordForm } from './RecordForm.tsx'
import { useRecord } from './useRecord.ts'

interface StatementFormProps {
  dispute: DisputeCase
  side: 'buyer' | 'seller'
  onClose: () => void
}

const maxFiles = 50

/** The paths of a text, one a line; blank lines and repeated paths are left out. */
const pathsOf = (text: string) => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

/** The fields for what one side says: its words, and the paths of its files. */
export function StatementForm({ dispute, side, onClose }: StatementFormProps) {
  const statement = dispute[`${side}_statement`]
  const files = dispute[`${side}_files`]
  const typed = useTyped((field) => (field === 'files' ? files.join('\n') : (statement ?? '')))
  const record = useRecord(dispute)
  const paths = pathsOf(typed.text('files'))
  const tooMany = paths.length > maxFiles
  const uploads = useUploads()
  const [removed, setRemoved] = useState<readonly string[]>([])
  const kept = (dispute[`${side}_attached`] ?? []).filter(({ id }) => !removed.includes(id))
  const attaches = removed.length + uploads.list.length > 0
  const save = async () => {
    if (tooMany || uploads.whyNot) return
    if (!typed.dirty && !attaches) return onClose()
    const saved = await record.save({
      ...(typed.isDirty('statement') && {
        [`${side}_statement`]: heldText(statement, typed.text('statement')),
      }),
      ...(typed.isDirty('files') && { [`${side}_files`]: paths }),
      ...(attaches && { [`${side}_attached`]: [...kept.map(({ id }) => id), ...uploads.ids] }),
    })
    if (saved) onClose()
  }
  return (
    <RecordForm
      record={record}
      saveLabel={`Save the statement of the ${side}`}
      onSave={save}
      onCancel={onClose}
    >
      <Stack gap="sm" w="100%" {...takesFiles(uploads)}>
        <Textarea
          label={`What the ${side} says`}
          autosize
          minRows={4}
          maxRows={14}
          maxLength={20_000}
          // The button that opened the form is gone.
          autoFocus
          value={typed.text('statement')}
          error={movedWords(typed.movedTo('statement'))}
          onChange={(event) => typed.change('statement', event.currentTarget.value)}
        />
        <Textarea
          label={`Files of the ${side}`}
          description="Their paths in the storage, one a line."
          autosize
          minRows={2}
          maxRows={8}
          spellCheck={false}
          value={typed.text('files')}
          error={tooMany ? `At most ${maxFiles} files.` : movedWords(typed.movedTo('files'))}
          onChange={(event) => typed.change('files', event.currentTarget.value)}
        />
        {kept.map((file) => (
          <Group key={file.id} gap="xs">
            <Files files={[file]} />
            <CloseButton
              size="sm"
              aria-label={`Remove ${file.name}`}
              onClick={() => setRemoved((now) => [...now, file.id])}
            />
          </Group>
        ))}
        <div>
          <AttachFiles uploads={uploads} name={`Attached files of the ${side}`} />
          {uploads.whyNot && <Text size="sm">{uploads.whyNot}</Text>}
        </div>
      </Stack>
      <LeaveGuard dirty={typed.dirty || attaches} what="the statement" />
    </RecordForm>
  )
}
