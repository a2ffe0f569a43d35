/**
 * A function that a lower subject calls and an upper one defines, because what it does belongs to the upper one. `server/hooks.ts`
 * fills all of them.
 */
export function hook<F extends (...args: never[]) => unknown>(name: string) {
  let filled: F | undefined
  const call = (...args: Parameters<F>): ReturnType<F> => {
    if (!filled) throw new Error(`The hook ${name} is not filled: import server/hooks.ts.`)
    return filled(...args) as ReturnType<F>
  }
  return Object.assign(call, {
    fill: (implementation: F) => {
      filled = implementation
    },
  })
}
