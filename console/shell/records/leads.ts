import { linkOptions } from '@tanstack/react-router'
import { useEnvironment } from '../../data/backend.tsx'
import { fillAddress } from '../../format/address.ts'
import type { PanelField } from './KeyValuePanel.tsx'

/** TXN-15 to TXN-22, COM-10: the link of a record's field, by the field's name and value. */
export function useLeads() {
  const { links } = useEnvironment()
  return (field: string, value: unknown): Pick<PanelField, 'inside' | 'outside'> => {
    if (typeof value !== 'string' || value === '') return {}
    switch (field) {
      case 'order_id':
        return { inside: linkOptions({ to: '/dashboard/orders/$id', params: { id: value } }) }
      case 'purchaser_uid':
      case 'seller_uid':
      case 'creator_uid':
        return { inside: linkOptions({ to: '/user-detail/$uid', params: { uid: value } }) }
      case 'product_id':
        return links.listing ? { outside: fillAddress(links.listing, { id: value }) } : {}
      case 'tracking_number':
        return links.trackingSearch ? { outside: fillAddress(links.trackingSearch, { number: value }) } : {}
      case 'tracking_url':
      case 'dispute_buyer_comms_url':
      case 'dispute_seller_comms_url':
        // Only http and https: a `javascript:` address must not become a link.
        return /^https?:\/\//i.test(value) ? { outside: value } : {}
      default:
        return {}
    }
  }
}
