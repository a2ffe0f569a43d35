import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Prefetch } from '../../data/ahead.ts'

export interface PeekProps {
  /** The panel's content, by 'kind:id'. */
  content: (text: string) => ReactNode
  /** Loads what the content of a record shows. */
  prepare?: ((text: string, prefetch: Prefetch) => void) | undefined
}

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
