import { api } from '@portreeve/contract'
import { editableFields, overrideFields } from '@portreeve/contract/money/transaction-rules'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { type CallFailure, detailOf } from '../../data/failure.ts'
import { useTyped } from '../../data/typed.ts'
import { useForm } from '../../data/use-form.ts'
import type { Words } from '../../ui/toast.ts'
import { touched } from './touched.ts'

export type Editable = (typeof editableFields)[number]

/** A field's value as text; empty for a missing value. */
export const textOf = (txn: Transaction, field: Editable) => String(txn[field] ?? '')

const isState = (field: Editable) => (overrideFields as readonly string[]).includes(field)

/** The value to send for a text. An unchanged text keeps the record's value; an empty one is null. */
function valueToSend(txn: Transaction, field: Editable, text: string): string | number | null {
  if (text === textOf(txn, field)) return txn[field]
  if (text === '') return null
  return isState(field) ? Number(text) : text
}

/** The unsaved edits of a transaction. They stay until they are saved, also when the transaction is refetched. */
export interface Draft {
  text: (field: Editable) => string
  change: (field: Editable, text: string) => void
  /** The server's new value of a field that a colleague has changed since editing began; else null. */
  movedTo: (field: Editable) => string | null
  dirty: boolean
  save: () => void
  busy: boolean
  /** The server's message about the last failed save. */
  problem: string | null
}

/** The toast of a failed save (TXN-60, TXN-61, D-060). */
export function failedWords(failure: CallFailure): Words {
  if (failure.noAnswer) return `Error saving transaction. ${failure.message}`
  return detailOf(failure) === null
    ? { title: 'Request Status', message: 'Failed to save.' }
    : 'Error saving transaction.'
}

export function useDraft(txn: Transaction | undefined): Draft {
  const typed = useTyped((field: Editable) => txn && textOf(txn, field))
  const saving = useForm(api.transactions.save, typed, {
    // TXN-59
    done: 'Transaction saved.',
    failed: ({ failure }) => failedWords(failure),
    refetch: touched,
    // A colleague has saved first: the refetched value is shown beside the draft.
    refetchOnConflict: touched,
    ...(txn?.version !== undefined && { ifMatch: () => txn.version }),
  })

  const save = () => {
    // TXN-09
    if (!txn) return
    const changes = Object.fromEntries(
      editableFields.map((field) => [field, valueToSend(txn, field, typed.text(field))]),
    )
    // API-39: all fields, with the version that was loaded.
    saving.save({ params: { id: txn.id }, body: { ...txn, ...changes } })
  }

  return {
    text: typed.text,
    change: (field, value) => {
      if (txn) typed.change(field, value)
    },
    movedTo: typed.movedTo,
    dirty: typed.dirty,
    save,
    busy: saving.busy,
    problem: detailOf(saving.failure),
  }
}
