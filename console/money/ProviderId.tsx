import { useEnvironment } from '../data/backend.tsx'
import { fillAddress } from '../format/address.ts'
import classes from '../shell/lists/desk.module.css'
import { Clamp } from '../ui/Clamp.tsx'
import { ExternalLink } from '../ui/ExternalLink.tsx'

/** The id of a payment, refund, payout or chargeback at the provider, linked to its page there. */
export function ProviderId({ id }: { id: string | null }) {
  const { links } = useEnvironment()
  if (id === null) return <span className={classes.quiet}>–</span>
  const text = <Clamp text={id} mono />
  if (!links.payment) return text
  return (
    <span className={classes.provider}>
      <ExternalLink href={fillAddress(links.payment, { id })}>{text}</ExternalLink>
    </span>
  )
}
