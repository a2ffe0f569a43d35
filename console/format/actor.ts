/** Actors that are not staff members. */
const actors: Readonly<Record<string, string>> = {
  operator: 'Command line',
  'sign-in-page': 'Sign-in page',
  'payment-provider': 'Payment provider',
  portreeve: 'Clean-up',
}

/** The name of an actor; the uid where there is none. */
export const actorName = (by: { uid: string; name: string | null }) => by.name ?? actors[by.uid] ?? by.uid
