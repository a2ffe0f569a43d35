/** Asks the person for their password when a call needs a fresh one. One question serves all calls that wait for it. */
export interface FreshPassword {
  /** Resolves once the password was typed; false when the person would rather not. */
  ask(): Promise<boolean>
  /** Whether the question is open. */
  isAsking(): boolean
  answer(confirmed: boolean): void
  subscribe(listener: () => void): () => void
}

export function createFreshPassword(): FreshPassword {
  let waiting: { promise: Promise<boolean>; resolve: (confirmed: boolean) => void } | null = null
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of [...listeners]) listener()
  }
  return {
    ask() {
      if (!waiting) {
        let resolve: (confirmed: boolean) => void = () => {}
        const promise = new Promise<boolean>((done) => {
          resolve = done
        })
        waiting = { promise, resolve }
        changed()
      }
      return waiting.promise
    },
    isAsking: () => waiting !== null,
    answer(confirmed) {
      waiting?.resolve(confirmed)
      waiting = null
      changed()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
