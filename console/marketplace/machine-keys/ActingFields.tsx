import { NativeSelect, Text, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import { type ActingScope, permissionIn } from '@portreeve/contract/base/programs'
import type { ProposalRate } from '@portreeve/contract/base/proposal-rate'
import { permissions } from '@portreeve/contract/base/rights'
import {
  type MachineKey,
  type ProgramLimits,
  usualLimits,
} from '@portreeve/contract/marketplace/machine-keys'
import { useMe } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import { actionWords } from '../../format/actions.ts'
import { readCents } from '../../format/money.ts'
import { rateWords } from '../../format/proposal-rate.ts'

/** Who answers for a program that acts, and what it does at most. As typed. */
export interface ActingDraft {
  owner: string | null
  hour: string
  day: string
}
export const newActing: ActingDraft = { owner: null, hour: String(usualLimits.per_hour), day: '0' }

/** The limits of a draft; the sentence that says what is wrong with it. */
export function limitsOf({ hour, day }: ActingDraft): ProgramLimits | string {
  const cents_per_day = readCents(day)
  if (!/^[1-9]\d{0,5}$/.test(hour.trim())) return 'The actions in an hour are a whole number, at least 1.'
  if (cents_per_day === null || cents_per_day < 0)
    return 'The money in a day is an amount such as 50.00, or 0.'
  return { per_hour: Number(hour), cents_per_day }
}

interface ActingFieldsProps {
  scopes: readonly ActingScope[]
  draft: ActingDraft
  onChange: (draft: ActingDraft) => void
  /** The keys of the same program. */
  earlier: readonly MachineKey[]
}

/** The fields of a key that acts or proposes, with what staff made of what the program proposed before. */
export function ActingFields({ scopes, draft, onChange, earlier }: ActingFieldsProps) {
  const me = useMe()
  const staff = useData(api.staff.list, {}, { when: me?.permissions.includes('staff.read') ?? false })
  const others = (staff.data ?? []).filter(({ uid, disabled }) => uid !== me?.uid && !disabled)
  return (
    <>
      <NativeSelect
        label="Owner, who answers for it"
        description="The program never may more than its owner, and stops when they leave."
        data={[
          { value: me?.uid ?? '', label: 'You' },
          ...others.map(({ uid, displayName, email, role }) => ({
            value: uid,
            label: `${displayName ?? email}, ${role}`,
          })),
        ]}
        value={draft.owner ?? me?.uid ?? ''}
        onChange={(event) => onChange({ ...draft, owner: event.currentTarget.value })}
      />
      {staff.failure && (
        <Text size="sm" c="dimmed">
          The other colleagues could not be loaded.
        </Text>
      )}
      <TextInput
        label="Actions in an hour, at most"
        inputMode="numeric"
        value={draft.hour}
        onChange={(event) => onChange({ ...draft, hour: event.currentTarget.value })}
      />
      <TextInput
        label="Money in a day, at most"
        description="What its actions refund, pay out or cancel, in the usual currency. 0: it moves none."
        inputMode="decimal"
        value={draft.day}
        onChange={(event) => onChange({ ...draft, day: event.currentTarget.value })}
      />
      <div>
        <Text size="sm" fw={500}>
          What staff made of its proposals
        </Text>
        <Rates scopes={scopes} rates={earlier[0]?.proposals ?? []} />
      </div>
    </>
  )
}

/** The figures of what a program proposed, and the kinds of action that are opened to it without any. */
function Rates({ scopes, rates }: { scopes: readonly ActingScope[]; rates: readonly ProposalRate[] }) {
  const acts = scopes.filter((scope) => scope.startsWith('act.') && !scope.endsWith('.read'))
  if (rates.length === 0)
    return (
      <Text size="sm">
        A program of this name has proposed nothing yet.
        {acts.length > 0 && ` Let it propose first: ${acts.map(wordsIn).join(', ')}.`}
      </Text>
    )
  return rates.map((rate) => (
    <Text key={rate.call} size="sm">
      {actionWords(rate.call)}: {rateWords(rate)}
    </Text>
  ))
}

const wordsIn = (scope: ActingScope) => {
  const permission = permissionIn(scope)
  return permission ? permissions[permission].words : scope
}
