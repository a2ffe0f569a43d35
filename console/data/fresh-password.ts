import { observable } from './observable.ts'

/** Prompts for the password when a call needs a fresh one. One prompt serves all calls that wait for it. */
export interface FreshPassword {
  /** Resolves to true once the password is confirmed, and to false when the prompt is dismissed. */
  ask(): Promise<boolean>
  /** Whether the prompt is open. */
  isAsking(): boolean
  answer(confirmed: boolean): void
  subscribe(listener: () => void): () => void
}

export function createFreshPassword(): FreshPassword {
  const waiting = observable<{
    promise: Promise<boolean>
    resolve: (confirmed: boolean) => void
  } | null>(null)
  return {
    ask() {
      const open = waiting.get()
      if (open) return open.promise
      let resolve: (confirmed: boolean) => void = () => {}
      const promise = new Promise<boolean>((done) => {
        resolve = done
      })
      waiting.set({ promise, resolve })
      return promise
    },
    isAsking: () => waiting.get() !== null,
    answer(confirmed) {
      waiting.get()?.resolve(confirmed)
      waiting.set(null)
    },
    subscribe: waiting.subscribe,
  }
}
