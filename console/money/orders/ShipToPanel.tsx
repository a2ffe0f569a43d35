import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import { isMask } from '@portreeve/contract/base/personal'
import type { ShipTo } from '@portreeve/contract/money/orders'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { useState } from 'react'
import { failureText } from '../../data/failure.ts'
import { count, orNull } from '../../format/words.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { ReasonDialog } from '../../shell/ReasonDialog.tsx'
import { Panel } from '../transactions/Panel.tsx'
import classes from './orders.module.css'

/** The lines of an address as they are on a parcel. */
export function addressLines(address: ShipTo): string[] {
  const { ship_to_city, ship_to_region, ship_to_postal_code } = address
  return [
    address.ship_to_name,
    address.ship_to_line1,
    address.ship_to_line2,
    [ship_to_city, ship_to_region, ship_to_postal_code].filter(Boolean).join(' '),
    address.ship_to_country,
  ].filter((line): line is string => Boolean(line))
}

interface ShipToProps {
  order: string
  address: ShipTo
  txns: readonly Transaction[]
  /** The address has changed, by this correction or meanwhile: what was revealed is old. */
  onCorrected: () => void
}

/** Where the order is sent, with its correction. */
export function ShipToPanel({ order, address, txns, onCorrected }: ShipToProps) {
  const [correcting, setCorrecting] = useState(false)
  const lines = addressLines(address)
  const isMasked = Object.values(address).some(isMask)
  return (
    <Panel
      title="Ship to"
      beside={
        <GuardedButton
          may="transactions.write"
          variant="default"
          size="compact-sm"
          whyNot={isMasked ? 'Reveal the address first: a masked one cannot be corrected.' : null}
          onClick={() => setCorrecting(true)}
        >
          Correct the address…
        </GuardedButton>
      }
    >
      {lines.length === 0 ? (
        <Text size="sm" c="dimmed">
          The marketplace has sent no address.
        </Text>
      ) : (
        <address className={classes.address}>
          {lines.map((line) => (
            <div key={line}>
              <bdi>{line}</bdi>
            </div>
          ))}
        </address>
      )}
      {correcting && (
        <CorrectAddress {...{ order, address, txns, onCorrected }} onClose={() => setCorrecting(false)} />
      )}
    </Panel>
  )
}

const fields: readonly (readonly [keyof ShipTo, string])[] = [
  ['ship_to_name', 'Name'],
  ['ship_to_line1', 'Street and number'],
  ['ship_to_line2', 'Flat, floor or company'],
  ['ship_to_city', 'City'],
  ['ship_to_region', 'State or province'],
  ['ship_to_postal_code', 'Postal code'],
  ['ship_to_country', 'Country, two letters'],
]

/** Corrects an address. Mounted for one opening: what was seen then is what the server compares. */
function CorrectAddress({
  order,
  address,
  txns,
  onCorrected,
  onClose,
}: ShipToProps & { onClose: () => void }) {
  const [seen] = useState(address)
  const [typed, setTyped] = useState(address)
  const [voids, setVoids] = useState(true)
  const printed = txns.filter(
    ({ shipping_status, ship_labels }) =>
      shipping_status === 3 && ship_labels?.some(({ status }) => status === 1),
  )
  const moving = txns.filter(({ shipping_status }) => shipping_status === 2)
  const refetch = [api.orders.case, api.transactions.get]
  return (
    <ReasonDialog
      call={api.orders.correctAddress}
      input={(reason) => ({
        params: { id: order },
        body: { address: typed, seen, void_labels: voids && printed.length > 0, reason },
      })}
      done="Address corrected. The marketplace has been told."
      failed={({ failure }) => `Error correcting the address. ${failureText(failure)}`}
      refetch={refetch}
      refetchOnConflict={refetch}
      title="Correct the address"
      subtitle="The marketplace gets the new address, and no row of it brings the old one back."
      width={520}
      confirmText="Correct"
      problem={failureText}
      onClose={onClose}
      settle={(outcome) => {
        if (outcome.done || outcome.failure.status === 409) onCorrected()
      }}
    >
      <Stack gap="sm" mb="sm">
        <div className={classes.fields}>
          {fields.map(([field, label]) => (
            <TextInput
              key={field}
              label={label}
              autoComplete="off"
              value={typed[field] ?? ''}
              onChange={(event) => setTyped({ ...typed, [field]: event.currentTarget.value || null })}
            />
          ))}
        </div>
        {printed.length > 0 && (
          <Checkbox
            label={`Cancel ${count(printed.length, 'label', 'labels')} with the old address`}
            description={`A printed label keeps its address: the carrier voids it, and the marketplace makes a new one (${printed.map(({ product_title }) => orNull(product_title)).join(', ')}).`}
            checked={voids}
            onChange={(event) => setVoids(event.currentTarget.checked)}
          />
        )}
        {moving.length > 0 && (
          <Text size="sm">
            {count(moving.length, 'parcel is', 'parcels are')} on the way to the old address: its label cannot
            be changed any more.
          </Text>
        )}
      </Stack>
    </ReasonDialog>
  )
}
