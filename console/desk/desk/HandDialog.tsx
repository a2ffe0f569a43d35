import { Radio, ScrollArea, Stack, Text, Textarea } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { DeskCase } from '@portreeve/contract/desk/desk'
import { maxNoteLength } from '@portreeve/contract/staff/notes'
import { useState } from 'react'
import { useOwnUid } from '../../data/backend.tsx'
import { failureText } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
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
  const [missing, setMissing] = useState(false)
  const hand = useAction(api.desk.hand, {
    done: 'Case handed over',
    refetch: shownBy,
    refetchOnConflict: shownBy,
    inOrder: `desk ${kind} ${id}`,
    // A colleague's case is handed on only from the colleague whom the list shows.
    ...(assignee && assignee.uid !== own && { ifMatch: () => version }),
    settle: ({ done }) => {
      if (done) onClose()
    },
  })
  const tooLong = note.length > maxNoteLength
  const others = colleagues.data?.filter(({ uid }) => uid !== own)
  const confirm = () => {
    setMissing(chosen === null)
    if (chosen === null || tooLong) return
    void hand.run({ params: { kind, id }, body: { uid: chosen, ...(note.trim() !== '' && { note }) } })
  }
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title="Hand the case over"
      subtitle="The colleague keeps it until they decide it or give it up."
      confirmText="Hand over"
      onConfirm={confirm}
      busy={hand.busy}
      problem={missing ? 'Choose a colleague first.' : hand.failure && failureText(hand.failure)}
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
    </ConfirmModal>
  )
}
