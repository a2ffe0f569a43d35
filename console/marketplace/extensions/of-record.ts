import type { ExtensionKind } from '@portreeve/contract/marketplace/extensions'

/** The record of a page. */
export interface OfRecord {
  kind: ExtensionKind
  id: string
}
