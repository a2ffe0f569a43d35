import { NativeSelect, Textarea } from '@mantine/core'
import { api } from '@portreeve/contract'
import { namesOf } from '@portreeve/contract/base/own'
import type { Measure } from '@portreeve/contract/people/measures'
import { type Restriction, restrictions } from '@portreeve/contract/people/policies'
import { useState } from 'react'
import { blockQueries } from '../../data/blocking.ts'
import { readTime } from '../../format/dates.ts'
import { fieldTime } from '../../format/snooze.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { ReasonDialog } from '../../shell/ReasonDialog.tsx'
import { PolicySelect, useChosenPolicy } from './PolicySelect.tsx'
import { readUntil, UntilField } from './UntilField.tsx'
import { kindWords, type Open } from './words.ts'

const refetch = [api.measures.of, ...blockQueries]
const shared = { refetch, refetchOnConflict: refetch }

interface DialogsProps {
  uid: string
  open: Open
  onClose: () => void
}

export function MeasureDialogs({ uid, open, onClose }: DialogsProps) {
  if (open.is === 'restrict') return <Restrict uid={uid} proposed={open.proposed} onClose={onClose} />
  if (open.is === 'move') return <Move measure={open.measure} onClose={onClose} />
  return <End measure={open.measure} onClose={onClose} />
}

const inDays = (days: number) => fieldTime(new Date(Date.now() + days * 86_400_000))

interface RestrictProps extends Pick<DialogsProps, 'uid' | 'onClose'> {
  proposed: Extract<Open, { is: 'restrict' }>['proposed']
}

function Restrict({ uid, proposed, onClose }: RestrictProps) {
  const [kind, setKind] = useState<Restriction>(proposed?.kind ?? 'no_listing')
  const [until, setUntil] = useState(() => (proposed?.days ? inDays(proposed.days) : ''))
  const [reason, setReason] = useState('')
  const chosen = useChosenPolicy('user', uid)
  const [policy, setPolicy] = useState<string | null>(proposed?.policy ?? null)
  const ids = [policy ?? chosen ?? ''].filter((id) => id !== '')
  return (
    <ActionDialog
      call={api.measures.restrict}
      {...shared}
      input={() => {
        if (reason.trim() === '') return 'Say why first: the person reads it.'
        const end = kind === 'warned' ? { until: null } : readUntil(until)
        if (typeof end === 'string') return end
        return { params: { uid }, body: { kind, policies: ids, reason, ...end } }
      }}
      done={kind === 'warned' ? 'The person is warned' : 'The account is restricted'}
      failed="It could not be restricted"
      title="Restrict or warn"
      subtitle="The person is told in some seconds. Until then ending it leaves no trace with them."
      confirmText={kind === 'warned' ? 'Warn' : 'Restrict'}
      width={460}
      onClose={onClose}
    >
      <NativeSelect
        label="What"
        data={namesOf(restrictions).map((value) => ({ value, label: restrictions[value] }))}
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value as Restriction)}
      />
      {kind !== 'warned' && <UntilField value={until} onChange={setUntil} />}
      <PolicySelect value={policy ?? chosen ?? ''} onChange={setPolicy} />
      <Textarea
        label="What happened, for the person"
        required
        autosize
        minRows={3}
        maxRows={10}
        maxLength={10_000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
    </ActionDialog>
  )
}

function Move({ measure, onClose }: { measure: Measure; onClose: () => void }) {
  const date = readTime(measure.until ?? undefined)
  const [until, setUntil] = useState(date ? fieldTime(date) : '')
  return (
    <ActionDialog
      call={api.measures.change}
      {...shared}
      input={() => {
        const end = readUntil(until)
        return typeof end === 'string' ? end : { params: { id: measure.id }, body: end }
      }}
      done="Its end is changed"
      failed="Its end could not be changed"
      title="Change the end"
      subtitle={`${kindWords[measure.kind]}. The person is told.`}
      confirmText="Save"
      onClose={onClose}
    >
      <UntilField value={until} onChange={setUntil} />
    </ActionDialog>
  )
}

function End({ measure, onClose }: { measure: Measure; onClose: () => void }) {
  const isWarning = measure.kind === 'warned'
  return (
    <ReasonDialog
      call={api.measures.end}
      {...shared}
      input={(reason) => ({ params: { id: measure.id }, body: { reason } })}
      done={isWarning ? 'The warning is taken back' : 'The restriction has ended'}
      failed="It could not be ended"
      title={isWarning ? 'Take the warning back' : 'End the restriction'}
      subtitle={`${kindWords[measure.kind]}. The person is told, and does not read this reason.`}
      confirmText={isWarning ? 'Take back' : 'End'}
      onClose={onClose}
    />
  )
}
