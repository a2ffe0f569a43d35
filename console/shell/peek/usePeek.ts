import { useNavigate, useSearch } from '@tanstack/react-router'

/** The record of the panel, 'kind:id', from the address, and what shows another one. */
export function usePeek(): { peek: string | undefined; show: (text: string | undefined) => void } {
  const { peek } = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    peek,
    show: (text) =>
      void navigate({
        to: '.',
        search: (known: object) => ({ ...known, peek: text }),
        hash: true,
        state: true,
        replace: true,
        resetScroll: false,
      }),
  }
}
