import { useLayoutEffect, useRef, useState } from 'react'

type Functions = Record<string, (...given: never[]) => void>

/**
 * The same functions object for good, whose functions do what the newest ones do: rows of a long list that are given it are
 * not drawn again when their screen is. Only for what is called by events.
 */
export function useSteady<F extends Functions>(functions: F): F {
  const newest = useRef(functions)
  useLayoutEffect(() => {
    newest.current = functions
  })
  const [steady] = useState(
    () =>
      Object.fromEntries(
        Object.keys(functions).map((name) => [name, (...given: never[]) => newest.current[name]?.(...given)]),
      ) as F,
  )
  return steady
}
