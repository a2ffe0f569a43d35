// Well-formed bodies for the catalogue of calls (catalogue-rows.ts).

export const text = { SubjectPart: 's', TextPart: 't', HtmlPart: null }
export const withReason = { reason: 'a reason' }
export const message = {
  message_data: {
    text: 'x',
    type: 0,
    senderID: 'staff-admin',
    senderDisplayName: null,
    date: '2026-01-01T00:00:00.000Z',
  },
  conversation_id: 'unknown',
  recipient_uid: 'unknown',
}
export const question = {
  title: 't',
  created_at: '2026-01-01T00:00:00.000Z',
  creator_uid: null,
  body: null,
  order_id: null,
  purchaser_uid: null,
  seller_uid: null,
  product_id: null,
  tracking_number: null,
}
export const address = {
  ...{ ship_to_name: 'x', ship_to_line1: 'x', ship_to_line2: null, ship_to_city: 'x', ship_to_region: null },
  ...{ ship_to_postal_code: null, ship_to_country: 'US' },
}
