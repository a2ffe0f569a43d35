import type { CaseRef, DeskCase } from '@portreeve/contract/desk'
import { deskKindNames } from '@portreeve/contract/desk'
import type { LinkProps } from '@tanstack/react-router'

type Target = Pick<LinkProps, 'to' | 'params' | 'search'>

/** A case in the address of its page: 'dispute:dp_1'. */
export const caseText = ({ kind, id }: CaseRef): string => `${kind}:${id}`

/** The case of an address; null for a text that names none. */
export function readCase(text: string | undefined): CaseRef | null {
  const [kind = '', ...rest] = (text ?? '').split(':')
  const known = deskKindNames.find((name) => name === kind)
  const id = rest.join(':')
  return known && id !== '' ? { kind: known, id } : null
}

/** The page where a case is decided, opened with the case's bar. */
export function linkOf({ kind, id, transaction, person }: DeskCase): Target {
  const desk = caseText({ kind, id })
  switch (kind) {
    case 'chargeback':
      return { to: '/dashboard/chargebacks/$id', params: { id }, search: { desk } }
    case 'user_reports':
      return { to: '/user-detail/$uid', params: { uid: id }, search: { desk } }
    case 'listing_reports':
      return { to: '/dashboard/users', search: { desk } }
    case 'conversation':
      return { to: '/dashboard/messages/$id', params: { id }, search: { view: 'all', desk } }
    case 'listing':
    case 'promotion':
      return { to: '/dashboard/pending_review', search: { desk } }
    case 'payout':
      return {
        to: '/dashboard/payouts',
        search: { state: 'failed', ...(person && { seller: person.uid }), desk },
      }
    case 'difference':
      return { to: '/dashboard/reconciliation', search: { desk } }
    default:
      return { to: '/dashboard/txns/$id', params: { id: transaction ?? id }, search: { desk } }
  }
}
