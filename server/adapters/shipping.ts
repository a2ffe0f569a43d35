/** The port to the provider of shipping labels. */
export interface Shipping {
  /**
   * Voids a label and requests its refund. A label that is already voided counts as done.
   * @throws ShippingRefused when the provider definitely refuses; after any other error the outcome is unknown.
   */
  voidLabel: (label: {
    key: string
    shipment: string
  }) => Promise<{ reference: string; state: 'submitted' | 'refunded' }>
  /** How far the refund of a voided label is. @throws ShippingRefused when the provider definitely refuses to say */
  labelRefund: (shipment: string) => Promise<'submitted' | 'refunded' | 'rejected'>
  /** The address of a parcel's tracking page; undefined when the provider has none. */
  trackingPage: (parcel: { key: string; number: string; carrier: string }) => Promise<string | undefined>
}

/** The provider definitely refused. */
export class ShippingRefused extends Error {}

/** Refuses everything, because no label provider is configured. */
export const noShipping: Shipping = { voidLabel: unset, labelRefund: unset, trackingPage: unset }

async function unset(): Promise<never> {
  throw new ShippingRefused('No provider of shipping labels is set up (PORTREEVE_EASYPOST_KEY).')
}
