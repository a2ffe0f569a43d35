import type { Link } from '@portreeve/contract/people/linked-accounts'

/** The kinds of evidence in words. */
export const kinds: Record<Link['kind'], string> = {
  push_id: 'push id',
  phone: 'phone',
  ip: 'IP',
  payment_customer: 'payment customer',
}

/** The kind of a piece of evidence: 'Push id', 'IP'. */
export const kindWord = ({ kind }: Link) => kinds[kind].charAt(0).toUpperCase() + kinds[kind].slice(1)

/** 'shared by 12', 'shared by 40, weak link'. Counting stops at 1,000. */
export const sharedBy = ({ shared_by, weak }: Link) =>
  `shared by ${shared_by >= 1000 ? '1,000 or more' : shared_by}${weak ? ', weak link' : ''}`

/** 'IP 203.0.113.9, shared by 12'. */
export const evidenceWords = (link: Link) => `${kindWord(link)} ${link.value}, ${sharedBy(link)}`

/** The evidence that two people share: 'same push id, same IP (weak)'. */
export function shared(links: readonly Link[], one: string, other: string): string {
  const both = links.filter(({ uids }) => uids.includes(one) && uids.includes(other))
  return both.map(({ kind, weak }) => `same ${kinds[kind]}${weak ? ' (weak)' : ''}`).join(', ')
}

/** Columns of the matrix: more are not legible. The graph has all. */
const maxColumns = 6

/** The evidence for the columns of the matrix: the person's own, then that of the others, each with the strongest kind first. */
export const columnsOf = (links: readonly Link[], uid: string): Link[] =>
  links.toSorted((a, b) => Number(b.uids.includes(uid)) - Number(a.uids.includes(uid))).slice(0, maxColumns)
