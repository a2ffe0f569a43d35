import type { StaticDataRouteOption } from '@tanstack/react-router'

/** The letter that leads to a page after `g`, by the page's label in the navigation. */
const letters: Readonly<Record<string, string>> = {
  Desk: 'd',
  Users: 'u',
  'Pending Review': 'p',
  Listings: 't',
  'Email Templates': 'e',
  Orders: 'o',
  Disputes: 'i',
  Refunds: 'r',
  Payouts: 'y',
  Reconciliation: 'n',
  Moderating: 'w',
  Messages: 'm',
  'Content Keywords': 'k',
  Community: 'c',
  Collections: 'l',
  Staff: 's',
  'Audit log': 'a',
  Developers: 'v',
}

/** The name of a page: its own, or that of its link in the navigation. */
export const nameOf = (data: StaticDataRouteOption | undefined): string | null | undefined =>
  data?.named ?? data?.below ?? data?.tab

export const letterOf = (label: string): string | undefined => letters[label]
export const labelOf = (letter: string): string | undefined =>
  Object.keys(letters).find((label) => letters[label] === letter)
