import { useLayoutEffect, useRef, useState } from 'react'

/**
 * Functions that stay the same while the component lives and do what those last drawn do: hundreds of rows need not be
 * drawn again for every letter that is typed into one.
 */
export function useStable<F extends Record<string, (...given: never[]) => void>>(functions: F): F {
  const latest = useRef(functions)
  useLayoutEffect(() => {
    latest.current = functions
  })
  const [stable] = useState(() =>
    Object.fromEntries(
      Object.keys(functions).map((name) => [name, (...given: never[]) => latest.current[name]?.(...given)]),
    ),
  )
  return stable as F
}
