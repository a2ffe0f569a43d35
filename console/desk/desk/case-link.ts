import type { DeskCase } from '@portreeve/contract/desk/desk'
import type { LinkProps } from '@tanstack/react-router'
import { caseText } from '../../shell/lists/opened-case.ts'

type Target = Pick<LinkProps, 'to' | 'params' | 'search'>

/** The page where a case is decided, opened with the case's bar. The page marks the case's record (shell/lists/opened-case.ts). */
export function linkOf({ kind, id, transaction, listing }: DeskCase): Target {
  const desk = caseText({ kind, id })
  switch (kind) {
    case 'chargeback':
      return { to: '/dashboard/chargebacks/$id', params: { id }, search: { desk } }
    case 'appeal':
      return { to: '/dashboard/appeals/$id', params: { id }, search: { desk } }
    case 'proposal':
      return { to: '/dashboard/proposals/$id', params: { id }, search: { desk } }
    case 'rule':
      return { to: '/dashboard/rules/met/$id', params: { id }, search: { desk } }
    case 'user_reports':
      return { to: '/user-detail/$uid', params: { uid: id }, search: { desk } }
    case 'listing_reports':
      return { to: '/dashboard/listings/$key', params: { key: listing ?? id }, search: { desk } }
    case 'conversation':
      return { to: '/dashboard/messages/$id', params: { id }, search: { view: 'all', desk } }
    case 'listing':
    case 'promotion':
      return { to: '/dashboard/pending_review', search: { desk } }
    case 'payout':
      return { to: '/dashboard/payouts', search: { txn: id, desk } }
    case 'difference':
      return { to: '/dashboard/reconciliation', search: { difference: id, desk } }
    case 'dispute':
    case 'fraud_warning':
    case 'approval':
    case 'label':
      return { to: '/dashboard/txns/$id', params: { id: transaction ?? id }, search: { desk } }
  }
}
