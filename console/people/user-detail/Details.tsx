import { isMask } from '@portreeve/contract/base/personal'
import type { User } from '@portreeve/contract/people/users'
import { type ReactNode, useId } from 'react'
import { useEnvironment } from '../../data/backend.tsx'
import type { Links } from '../../data/environment.ts'
import { fillAddress } from '../../format/address.ts'
import { longUtc } from '../../format/dates.ts'
import { dollars } from '../../format/money.ts'
import { orNull, trueFalse } from '../../format/words.ts'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import { PermissionSwitch } from './PermissionSwitch.tsx'
import classes from './user-detail.module.css'

/** The details list, with the labels of the spec (UDT-25 to UDT-45). */
export function Details({ user, disabledReason }: { user: User; disabledReason: string | null }) {
  return (
    <dl className={classes.details} aria-label="Details">
      <Row label="User Agent">{orNull(user.appVersion)}</Row>
      <Row label="Last IP Address">
        <Outside link="ip" value={user.last_ip} />
      </Row>
      <Row label="Last Active">
        <When value={user.lastActive} write={longUtc} />
      </Row>
      <Row label="Subscription State">{orNull(user.subscriptionState)}</Row>
      <Row label="Is Blocked">
        <StateWord word={trueFalse(user.isBanned)} tone={user.isBanned ? 'caution' : 'quiet'} />
      </Row>
      {/* D-026 */}
      <Row label="OneSignal ID">
        <Outside link="push" value={user.oneSignalId} />
      </Row>
      <Row label="Account Created">
        <When value={user.created_at} write={longUtc} />
      </Row>
      <Row label="Stripe Customer ID">
        <Outside link="customer" value={user.stripe_customer_id} />
      </Row>
      <Row label="Stripe Connect ID">
        {/* UDT-34 */}
        {user.stripe_connect_id === null ? 'None' : <Outside link="connect" value={user.stripe_connect_id} />}
      </Row>
      <Row label="Payout Schedule Preference">{orNull(user.payout_timing_preference)}</Row>
      <Row label="Available Balance">
        <Money cents={user.available_balance} />
      </Row>
      <Row label="Pending Balance">
        <Money cents={user.pending_balance} />
      </Row>
      <SwitchRow
        label="Listing Quantity Permission"
        field="listing_quantity_permission"
        user={user}
        disabledReason={disabledReason}
      />
      <SwitchRow label="Store Behavior" field="store_behavior" user={user} disabledReason={disabledReason} />
      <SwitchRow
        label="Early Access Membership"
        field="early_access"
        user={user}
        disabledReason={disabledReason}
      />
    </dl>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.detail}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function SwitchRow({
  label,
  ...rest
}: { label: string } & Omit<Parameters<typeof PermissionSwitch>[0], 'labelId'>) {
  const id = useId()
  return (
    <div className={`${classes.detail} ${classes.switch}`}>
      <dt id={id}>{label}</dt>
      <dd>
        <PermissionSwitch labelId={id} {...rest} />
      </dd>
    </div>
  )
}

/** An id, linked to an external page if the environment has its address. */
function Outside({ link, value }: { link: keyof Links; value: string | null }) {
  const { links } = useEnvironment()
  const template = links[link]
  const text = <span className={classes.id}>{orNull(value)}</span>
  if (!value || !template || isMask(value)) return text
  return <ExternalLink href={fillAddress(template, { id: value, ip: value })}>{text}</ExternalLink>
}

function Money({ cents }: { cents: number | null }) {
  return cents === null ? 'null' : dollars(cents)
}
