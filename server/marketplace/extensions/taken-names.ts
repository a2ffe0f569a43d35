import { type ExtraKind, extraKinds } from '@portreeve/contract/base/extra'
import { fieldsOf } from '@portreeve/contract/base/import-entity'
import { allListingFields, orderFields, userFields } from '@portreeve/contract/base/query-fields'
import { imports } from '@portreeve/contract/marketplace/imports'

const queried = { user: userFields, listing: allListingFields, transaction: orderFields }

/** The names that a kind of record has already, in its rows and in its searches: staff would take another field for it. */
export const takenNames = (kind: ExtraKind): ReadonlySet<string> =>
  new Set([
    ...Object.keys(queried[kind]),
    ...imports.filter(({ name }) => name === extraKinds[kind].entity).flatMap(({ row }) => fieldsOf(row)),
  ])
