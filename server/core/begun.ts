/** Work that is begun before it is known whether anybody will wait for it: its failure is told to who does. */
export function begun<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = work()
  result.catch(() => {})
  return result
}
