import { programIn } from '@portreeve/contract/base/programs'

/** Actors that are not staff members. */
const actors: Readonly<Record<string, string>> = {
  operator: 'Command line',
  'sign-in-page': 'Sign-in page',
  'payment-provider': 'Payment provider',
  portreeve: 'Clean-up',
}

/** The name of an actor; the uid where there is none. Of a program: its name, and its owner. */
export function actorName(by: { uid: string; name: string | null; role?: string }): string {
  const name = by.name ?? actors[by.uid] ?? by.uid
  const program = programIn(by.role ?? '')
  return program === undefined ? name : `program ${program}, owned by ${name}`
}

/** The role of an actor in a word. */
export const actorRole = ({ role }: { role: string }): string =>
  programIn(role) === undefined ? role : 'program'
