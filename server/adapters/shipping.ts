/** The provider of shipping labels, in our words. */
export interface Shipping {
  /**
   * Voids a label and asks for its money back. A label that is voided already counts as done.
   * @throws ShippingRefused when the provider clearly will not; any other error leaves open whether it happened.
   */
  voidLabel: (label: {
    key: string
    shipment: string
  }) => Promise<{ reference: string; state: 'submitted' | 'refunded' }>
  /** Where a parcel can be followed; undefined when the provider knows no page for it. */
  trackingPage: (parcel: { key: string; number: string; carrier: string }) => Promise<string | undefined>
}

/** The provider clearly said no. */
export class ShippingRefused extends Error {}

/** Without a label provider everything is refused, in words. */
export const noShipping: Shipping = { voidLabel: unset, trackingPage: unset }

async function unset(): Promise<never> {
  throw new ShippingRefused('No provider of shipping labels is set up (PORTREEVE_EASYPOST_KEY).')
}
