import { Radio, ScrollArea, Stack, Text, Textarea } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { DeskCase } from '@portreeve/contract/desk/desk'
import { maxNoteLength } from '@portreeve/contract/staff/notes'
import { useState } from 'react'
import { useOwnUid } from '../../data/backend.tsx'
import { failureText } from '../../data/failure.ts'
import { useData } from '../../data/use-data.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { shownBy } from './options.ts'

/** Hands a case to a colleague who may decide it, with a note for the case's history. */
export function HandDialog({ row, onClose }: { row: DeskCase; onClose: () => void }) {
  const { kind, id, assignee, version } = row
  const own = useOwnUid()
  const colleagues = useData(api.desk.colleagues, { params: { kind } })
  const [chosen, setChosen] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const tooLong = note.length > maxNoteLength
  const others = colleagues.data?.filter(({ uid }) => uid !== own)
  return (
    <ActionDialog
      call={api.desk.hand}
      input={() => {
        if (chosen === null) return 'Choose a colleague first.'
        if (tooLong) return null
        return { params: { kind, id }, body: { uid: chosen, ...(note.trim() !== '' && { note }) } }
      }}
      done="Case handed over"
      refetch={shownBy}
      refetchOnConflict={shownBy}
      inOrder={`desk ${kind} ${id}`}
      // A colleague's case is handed on only from the colleague whom the list shows.
      {...(assignee && assignee.uid !== own && { ifMatch: () => version })}
      closesAtOnce
      title="Hand the case over"
      subtitle="The colleague keeps it until they decide it or give it up."
      note={null}
      confirmText="Hand over"
      problem={failureText}
      onClose={onClose}
    >
      {colleagues.failure && (
        <FailedState message="The colleagues could not be loaded." onRetry={colleagues.reload} />
      )}
      {colleagues.loading && <LinesSkeleton lines={4} height={24} />}
      {others?.length === 0 && <Text size="sm">No other colleague may decide such a case.</Text>}
      {others && others.length > 0 && (
        <Radio.Group label="To" value={chosen} onChange={setChosen}>
          <ScrollArea.Autosize mah={240}>
            <Stack gap="xs" pt="xs">
              {others.map(({ uid, name }) => (
                <Radio
                  key={uid}
                  value={uid}
                  label={
                    <Text size="sm" component="bdi">
                      {name}
                    </Text>
                  }
                />
              ))}
            </Stack>
          </ScrollArea.Autosize>
        </Radio.Group>
      )}
      <Textarea
        label="Note"
        description="It stays in the history of the case, for colleagues only."
        autosize
        minRows={2}
        maxRows={6}
        value={note}
        error={tooLong && `${note.length} of ${maxNoteLength} characters`}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </ActionDialog>
  )
}
