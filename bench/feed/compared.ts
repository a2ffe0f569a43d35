/** A change of a person, as a consumer knows it. */
export interface Change {
  uid: string
  value: number
}

/** What a consumer knows in its order, compared with the accepted values of each person in theirs. The wire has them modulo 1001. */
export function compared(accepted: ReadonlyMap<string, number[]>, known: readonly Change[]) {
  const own = new Map<string, number[]>()
  for (const { uid, value } of known) own.set(uid, [...(own.get(uid) ?? []), value])
  const counts = { lost: 0, 'twice or never accepted': 0, 'out of order': 0 }
  for (const [uid, changes] of accepted) {
    const seen = own.get(uid) ?? []
    const due = changes.map((value) => value % 1001)
    counts.lost += Math.max(0, due.length - seen.length)
    counts['twice or never accepted'] += Math.max(0, seen.length - due.length)
    if (seen.length === due.length)
      counts['out of order'] += seen.filter((value, at) => value !== due[at]).length
  }
  return counts
}
