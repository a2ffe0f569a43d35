import { NativeSelect, Textarea } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { RefundReason as Listed } from '@portreeve/contract/money/money-settings'
import { useData } from '../data/use-data.ts'

/** The reason of a movement of money: one of the list, and words. */
export interface RefundReasonValue {
  /** Empty without one of the list. */
  readonly reason_id: string
  readonly reason: string
}

export const noReason: RefundReasonValue = { reason_id: '', reason: '' }

/** The sentence about a reason that is missing; null for one of the list or words. */
export const reasonMissing = ({ reason_id, reason }: RefundReasonValue): string | null =>
  reason_id === '' && reason.trim() === '' ? 'Say why first.' : null

/** Whether the server keeps reasons. Another server of the specification does not, and its calls take none. */
export const useKeepsReasons = () => useData(api.moneySettings.reasons, {}).failure?.status !== 404

/** The last reason of the list that is offered, which admins keep for the most general one. */
export const usualReason = (reasons: readonly Listed[]) => reasons.findLast(({ retired }) => !retired)

/**
 * The reason of a dialog of the specification: until one is chosen, the usual one. The specification's steps, an amount and the
 * button, work unchanged (TXN-34, TXN-53).
 */
export function useUsualReason(chosen: RefundReasonValue): RefundReasonValue {
  const usual = usualReason(useData(api.moneySettings.reasons, {}).data ?? [])
  return chosen.reason_id === '' && usual ? { ...chosen, reason_id: usual.id } : chosen
}

/** A reason as the calls have it: what is empty is left out. */
export const reasonSent = ({ reason_id, reason }: RefundReasonValue) => ({
  ...(reason_id !== '' && { reason_id }),
  ...(reason.trim() !== '' && { reason: reason.trim() }),
})

interface RefundReasonProps {
  value: RefundReasonValue
  onChange: (value: RefundReasonValue) => void
  /** The label of the words. */
  label?: string
  /** The field for words shows only when there is no list: the dialog of the specification has one field at first (DLG-06). */
  wordsLater?: boolean
}

/** The fields for the required reason of a refund: the list that admins edit, and free text. One of them is enough. */
export function RefundReason(props: RefundReasonProps) {
  const { value, onChange, label = 'In your words', wordsLater = false } = props
  const { data: reasons, failure } = useData(api.moneySettings.reasons, {})
  const isKept = useKeepsReasons()
  const offered = (reasons ?? []).filter(({ retired }) => !retired)
  const hasNoList = isKept && offered.length === 0 && (reasons !== undefined || failure !== null)
  return (
    <>
      {offered.length > 0 && (
        <NativeSelect
          label="Reason"
          data={[
            { value: '', label: 'Choose a reason' },
            ...offered.map(({ id, words }) => ({ value: id, label: words })),
          ]}
          value={value.reason_id}
          onChange={(event) => onChange({ ...value, reason_id: event.currentTarget.value })}
        />
      )}
      {(!wordsLater || hasNoList) && (
        <Textarea
          label={label}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={1000}
          value={value.reason}
          onChange={(event) => onChange({ ...value, reason: event.currentTarget.value })}
        />
      )}
    </>
  )
}
