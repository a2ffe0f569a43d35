import { useLayoutEffect, useRef, useState } from 'react'

/**
 * Functions of a stable identity that run the version of the latest render: hundreds of rows need not render again for each
 * letter that is typed into one.
 */
export function useStable<F extends Record<string, (...args: never[]) => void>>(functions: F): F {
  const latest = useRef(functions)
  useLayoutEffect(() => {
    latest.current = functions
  })
  const [stable] = useState(() =>
    Object.fromEntries(
      Object.keys(functions).map((name) => [name, (...args: never[]) => latest.current[name]?.(...args)]),
    ),
  )
  return stable as F
}
