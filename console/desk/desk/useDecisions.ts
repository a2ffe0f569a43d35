import { may, type Permission } from '@portreeve/contract/base/rights'
import type { DeskCase } from '@portreeve/contract/desk/desk'
import { deskKinds } from '@portreeve/contract/desk/desk-ranking'
import { useOwnUid } from '../../data/backend.tsx'
import { useMe } from '../../data/rights.ts'
import type { Deed } from '../../shell/triage/useTriage.ts'
import { useDeeds } from './useDeeds.ts'

/** What asks before it decides. */
export type CaseDialog = { readonly is: 'snooze' | 'deny' | 'buyer' | 'seller'; readonly row: DeskCase }

/** A decision of a case: its key, what it does, and how. */
export interface CaseDecision {
  readonly key: string
  readonly label: string
  readonly effect: string
  readonly may: Permission
  readonly whyNot: string | null
  /** Decides at once, or opens a dialog. */
  readonly does: Deed | CaseDialog
}

/**
 * The decisions of cases.
 * @param staysTaken a case that is taken stays in the view
 */
export function useDecisions(staysTaken: boolean) {
  const own = useOwnUid()
  const me = useMe()
  const deeds = useDeeds(staysTaken)
  const isMine = (row: DeskCase) => row.assignee !== null && row.assignee.uid === own
  const one = (
    row: DeskCase,
    key: string,
    label: string,
    effect: string,
    does: CaseDecision['does'],
    whyNot: string | null = null,
  ): CaseDecision => ({ key, label, effect, does, whyNot, may: deskKinds[row.kind] })

  /** The two decisions of the kind itself; of the other kinds the page has them. */
  const ofKind = (row: DeskCase): CaseDecision[] => {
    const [person, other] = [row.person?.name ?? 'The buyer', row.other?.name ?? 'The seller']
    switch (row.kind) {
      case 'listing':
      case 'promotion':
        return [
          one(
            row,
            'A',
            'Approve',
            row.kind === 'listing' ? 'It is public at once' : 'It is promoted',
            deeds.approve(row),
          ),
          one(row, 'D', 'Deny…', 'The seller is told why', { is: 'deny', row }),
        ]
      case 'listing_reports':
        return [one(row, 'E', 'Ignore the reports', 'The listing stays', deeds.ignore(row))]
      case 'user_reports':
        return [one(row, 'R', 'Resolve the reports', 'The person stays', deeds.resolve(row))]
      case 'dispute':
        return [
          one(row, 'B', 'For the buyer…', `${person} gets money back`, { is: 'buyer', row }),
          one(row, 'S', 'For the seller…', `${other} is paid`, { is: 'seller', row }),
        ]
      default:
        return []
    }
  }

  return {
    /** The decisions of a case, those of its kind first. */
    of: (row: DeskCase): { kind: CaseDecision[]; desk: CaseDecision[] } => {
      const isHeld = row.assignee && !isMine(row)
      const whyNot = isHeld ? `${row.assignee?.name ?? row.assignee?.uid} has this case.` : null
      return {
        kind: row.barred || !me || !may(me, deskKinds[row.kind]) ? [] : ofKind(row),
        desk: [
          ...(isMine(row) ? [] : [one(row, 'T', 'Take it', 'You have the case', deeds.take(row), whyNot)]),
          one(row, 'Z', 'Snooze…', 'It comes back later', { is: 'snooze', row }, whyNot),
        ],
      }
    },
    snooze: deeds.snooze,
    deny: deeds.deny,
  }
}
