import { Radio, ScrollArea, Stack, Text, Textarea } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Data } from '@portreeve/contract/base/endpoint'
import type { DeskCase } from '@portreeve/contract/desk/desk'
import type { DeskKind } from '@portreeve/contract/desk/desk-ranking'
import { maxNoteLength } from '@portreeve/contract/staff/notes'
import { useState } from 'react'
import { useOwnUid } from '../../data/backend.tsx'
import { failureText } from '../../data/failure.ts'
import { useData } from '../../data/use-data.ts'
import { count } from '../../format/words.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { shownBy } from './options.ts'
import { nameOf } from './words.ts'

/** Hands a case to a colleague who may decide it, with a note for the case's history. */
export function HandDialog({ row, onClose }: { row: DeskCase; onClose: () => void }) {
  const { kind, id, assignee, version } = row
  const own = useOwnUid()
  const { input, fields } = useTaker(kind)
  return (
    <ActionDialog
      call={api.desk.hand}
      input={() => {
        const body = input()
        return typeof body === 'string' ? body : { params: { kind, id }, body }
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
      {fields}
    </ActionDialog>
  )
}

interface HandManyProps {
  rows: readonly [DeskCase, ...DeskCase[]]
  onDone: () => void
  onClose: () => void
}

/** Hands several cases to a colleague, with one note. A case that cannot be handed over stays, and the dialog says why. */
export function HandManyDialog({ rows, onDone, onClose }: HandManyProps) {
  const { input, fields } = useTaker(rows[0].kind)
  return (
    <ActionDialog
      call={api.desk.handMany}
      input={() => {
        const body = input()
        if (typeof body === 'string') return body
        return { body: { ...body, cases: rows.map(({ kind, id }) => ({ kind, id })) } }
      }}
      done={({ data }) => handedWords(data, rows)}
      refetch={shownBy}
      title="Hand the cases over"
      subtitle={`The colleague keeps the ${count(rows.length, 'case', 'cases')} until they decide them or give them up, and is told once.`}
      note={null}
      confirmText="Hand over"
      problem={failureText}
      onDone={onDone}
      onClose={onClose}
    >
      {fields}
    </ActionDialog>
  )
}

/** '5 cases handed over. 1 stays: Ann: Milo has this case.' */
function handedWords(
  answer: Partial<Data<typeof api.desk.handMany>> | null,
  rows: readonly DeskCase[],
): string {
  const { handed = rows.length, left = [] } = answer ?? {}
  const why = left.map(({ kind, id, words }) => {
    const row = rows.find((one) => one.kind === kind && one.id === id)
    return `${row ? nameOf(row) : id}: ${words}`
  })
  const done = `${count(handed, 'case', 'cases')} handed over.`
  return left.length === 0 ? done : `${done} ${count(left.length, 'stays', 'stay')}: ${why.join(' ')}`
}

/** The fields of a hand-over, and what they say: the body of the call, or the sentence that says what is missing. */
function useTaker(kind: DeskKind) {
  const own = useOwnUid()
  const colleagues = useData(api.desk.colleagues, { params: { kind } })
  const [chosen, setChosen] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const tooLong = note.length > maxNoteLength
  const others = colleagues.data?.filter(({ uid }) => uid !== own)
  const input = () => {
    if (chosen === null) return 'Choose a colleague first.'
    if (tooLong) return 'The note is too long.'
    return { uid: chosen, ...(note.trim() !== '' && { note }) }
  }
  const fields = (
    <>
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
    </>
  )
  return { input, fields }
}
