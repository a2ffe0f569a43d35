import { Button, Text, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { ExtraKind } from '@portreeve/contract/base/extra'
import type { ExtensionValue } from '@portreeve/contract/marketplace/extension-fields'
import { useId, useState } from 'react'
import { useWhyNot } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import { useLive } from '../../data/use-live.ts'
import { FactList } from '../../ui/FactList.tsx'
import classes from './extra-fields.module.css'
import { RevealDialog } from './RevealDialog.tsx'

interface ExtraFieldsProps {
  kind: ExtraKind
  id: string
  /** The look of its frame on the page. */
  className?: string | undefined
}

/** The values of the fields that the marketplace has declared for a record. Renders nothing without any. */
export function ExtraFields({ kind, id, className }: ExtraFieldsProps) {
  const input = { params: { kind, id } }
  const { data, reload } = useData(api.extensionFields.values, input)
  const [revealed, setRevealed] = useState<{ id: string; values: ExtensionValue[] } | null>(null)
  const [asking, setAsking] = useState(false)
  const whyNot = useWhyNot('personal.reveal')
  const heading = useId()
  // The marketplace has sent the record again. Most records have no such values: those are not asked for again.
  const again = (of: ExtraKind, changed: string | undefined) => {
    if (data && data.length > 0 && kind === of && changed === id) reload()
  }
  useLive('users', ({ uid }) => again('user', uid))
  useLive('transactions', (event) => again('transaction', event.id))
  useLive('review', (event) => again('listing', event.what === 'looking' ? undefined : event.case.id))
  if (!data || data.length === 0) return null
  const inFull = new Map(revealed?.id === id ? revealed.values.map((one) => [one.name, one]) : [])
  const shown = data.map((one) => (one.masked ? (inFull.get(one.name) ?? one) : one))
  const isHidden = shown.some(({ masked }) => masked)
  return (
    <section className={className} aria-labelledby={heading}>
      <Title order={2} id={heading}>
        More fields
      </Title>
      <FactList
        className={classes.list}
        facts={shown.map((one) => [one.words, <bdi key={one.name}>{inWords(one)}</bdi>])}
      />
      {isHidden && whyNot && <Text size="xs">Personal data is hidden. {whyNot}</Text>}
      {isHidden && !whyNot && (
        <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
          Reveal more fields…
        </Button>
      )}
      {asking && (
        <RevealDialog
          call={api.extensionFields.reveal}
          input={(reason) => ({ ...input, body: { reason } })}
          onDone={(values) => setRevealed({ id, values: values ?? [] })}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}

/** A value in words. A date is a calendar day, the same in each time zone. */
function inWords({ type, value, masked }: ExtensionValue): string {
  if (masked) return String(value)
  if (type === 'yes_no') return value ? 'Yes' : 'No'
  const [, year, month, day] = (type === 'date' && /^(\d+)-(\d+)-(\d+)$/.exec(String(value))) || []
  if (year) return `${Number(month)}/${Number(day)}/${year}`
  return type === 'number' ? Number(value).toLocaleString('en-US') : String(value)
}
