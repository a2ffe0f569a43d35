import { namesOf } from '@portreeve/contract/base/own'
import { type Evidence, type EvidenceField, evidenceFields } from '@portreeve/contract/money/chargebacks'

/** The fields in the order of the form. */
export const fieldNames = namesOf(evidenceFields)

/** The fields whose text has many lines. */
export const longFields: readonly EvidenceField[] = [
  'product_description',
  'access_activity_log',
  'refund_refusal_explanation',
  'uncategorized_text',
  'shipping_address',
]

/** The fields that have a text, in the order of the form: what the bank receives. */
export const filledOf = (evidence: Evidence): [EvidenceField, string][] =>
  fieldNames.flatMap((name) => {
    const text = evidence[name]?.trim()
    return text ? [[name, text] as [EvidenceField, string]] : []
  })

/** Evidence out of the texts of the form: an empty field is left out. */
export const evidenceOf = (text: (name: EvidenceField) => string): Evidence =>
  Object.fromEntries(filledOf(Object.fromEntries(fieldNames.map((name) => [name, text(name)]))))
