import { api } from '@portreeve/contract'
import { editableFields, overrideFields, type Transaction } from '@portreeve/contract/transactions'
import { type CallFailure, detailOf } from '../../data/failure.ts'
import { useAction } from '../../data/hooks.ts'
import { useTyped } from '../../data/typed.ts'
import type { Words } from '../../ui/toast.ts'
import { touched } from './touched.ts'

export type Editable = (typeof editableFields)[number]

/** A field as it is typed: a missing value is an empty text. */
export const textOf = (txn: Transaction, field: Editable) => String(txn[field] ?? '')

const isState = (field: Editable) => (overrideFields as readonly string[]).includes(field)

/** What the record would hold: an empty text where nothing stood is still nothing. */
function held(txn: Transaction, field: Editable, text: string): string | number | null {
  if (text === textOf(txn, field)) return txn[field]
  if (text === '') return null
  return isState(field) ? Number(text) : text
}

/** What staff have typed into a transaction and not saved. It stays until it is saved, whatever the server says. */
export interface Draft {
  text: (field: Editable) => string
  change: (field: Editable, text: string) => void
  /** What a field is now, where somebody else has changed it under the typing; else null. */
  movedTo: (field: Editable) => string | null
  dirty: boolean
  save: () => void
  busy: boolean
  /** Why the last save failed. */
  problem: string | null
}

/** What the toast of a failed save says (TXN-60, TXN-61, D-060). */
export function failedWords(failure: CallFailure): Words {
  if (failure.noAnswer) return `Error saving transaction. ${failure.message}`
  return detailOf(failure) === null
    ? { title: 'Request Status', message: 'Failed to save.' }
    : 'Error saving transaction.'
}

export function useDraft(txn: Transaction | undefined): Draft {
  const typed = useTyped((field) => txn && textOf(txn, field as Editable))
  const saving = useAction(api.transactions.save, {
    // TXN-59
    done: 'Transaction saved.',
    failed: ({ failure }) => failedWords(failure),
    refetch: touched,
    // Somebody else was quicker: what it is now shows beside what was typed.
    refetchOnConflict: touched,
    ...(txn?.version !== undefined && { ifMatch: () => txn.version }),
  })

  const save = async () => {
    // TXN-09
    if (!txn || saving.busy) return
    const changes = Object.fromEntries(
      editableFields.map((field) => [field, held(txn, field, typed.text(field))]),
    )
    const sent = typed.texts
    // API-39: every field, with the version that they were read at.
    const { done } = await saving.run({ params: { id: txn.id }, body: { ...txn, ...changes } })
    if (done) typed.saved(sent)
  }

  return {
    text: typed.text,
    change: (field, value) => {
      if (txn) typed.change(field, value)
    },
    movedTo: typed.movedTo,
    dirty: typed.dirty,
    save: () => void save(),
    busy: saving.busy,
    problem: detailOf(saving.failure),
  }
}
