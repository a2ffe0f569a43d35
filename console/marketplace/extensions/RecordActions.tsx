import { api } from '@portreeve/contract'
import type { Answered, Offered } from '@portreeve/contract/marketplace/extensions'
import { useState } from 'react'
import { useData } from '../../data/use-data.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { onDemand } from '../../shell/on-demand.tsx'
import type { OfRecord } from './of-record.ts'

const ActDialog = onDemand(async () => (await import('./ActDialog.tsx')).ActDialog)

const AnswerDialog = onDemand(async () => (await import('./AnswerDialog.tsx')).AnswerDialog)

/** The actions of apps on a record. A caller without the permission of one does not see it. */
export function RecordActions({ kind, id, version }: OfRecord & { version: number | undefined }) {
  const { data } = useData(api.extensions.offered, { params: { kind } })
  const [open, setOpen] = useState<Offered['actions'][number] | null>(null)
  const [answered, setAnswered] = useState<{ title: string; answer: Partial<Answered> } | null>(null)
  return (
    <>
      {data?.actions.map((action) => (
        <GuardedButton
          key={action.name}
          may="staff"
          variant="default"
          size="compact-sm"
          onClick={() => setOpen(action)}
        >
          {action.title}
        </GuardedButton>
      ))}
      {open && (
        <ActDialog
          key={open.name}
          of={{ kind, id }}
          version={version}
          action={open}
          onClose={() => setOpen(null)}
          onAnswer={(answer) => setAnswered(answer && { title: open.title, answer })}
        />
      )}
      {answered && <AnswerDialog {...answered} onClose={() => setAnswered(null)} />}
    </>
  )
}
