import type { Endpoint, Input } from '@portreeve/contract/base/endpoint'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useBackend } from './backend.tsx'
import type { Answer } from './call.ts'
import type { CallFailure } from './failure.ts'

/** Rows of a table as CSV, or statements of which each is a line. */
type Piece = { csv: string; rows: number } | { statements: unknown[] }

const textOf = (piece: Piece) =>
  'csv' in piece
    ? piece
    : {
        csv: piece.statements.map((one) => `${JSON.stringify(one)}\n`).join(''),
        rows: piece.statements.length,
      }

/** An endpoint that returns a table in pieces. */
export type PieceEndpoint = Endpoint & { readonly data: { readonly _output: Piece } }

/**
 * Fetches a table piece by piece, by cursor.
 * @param onDone receives all pieces in order
 */
export function useExport<E extends PieceEndpoint>(endpoint: E, onDone: (pieces: Blob[]) => void) {
  const { call } = useBackend()
  const [rows, setRows] = useState(0)
  const stopper = useRef<AbortController | null>(null)
  const fetching = useMutation<Blob[] | null, CallFailure, Input<E>>({
    mutationFn: async (input) => {
      const stop = new AbortController()
      stopper.current = stop
      // The browser keeps blobs outside the page's memory, a large one on the disk.
      const pieces: Blob[] = []
      let fetched = 0
      let cursor: string | null = null
      for (;;) {
        const query: object = { ...(input.query as object | undefined), ...(cursor !== null && { cursor }) }
        const answer: Answer<unknown> = await call(
          endpoint as Endpoint,
          { ...input, query } as Input<Endpoint>,
          {
            signal: stop.signal,
          },
        )
        if (stop.signal.aborted) return null
        const piece = textOf(answer.data as Piece)
        pieces.push(new Blob([piece.csv]))
        fetched += piece.rows
        setRows(fetched)
        cursor = answer.cursor
        if (cursor === null) return pieces
      }
    },
    onSuccess: (pieces) => {
      if (pieces) onDone(pieces)
    },
  })
  return {
    start: (input: Input<E>) => {
      setRows(0)
      fetching.mutate(input)
    },
    /** Aborts the export and discards the fetched pieces. */
    stop: () => {
      stopper.current?.abort()
      fetching.reset()
    },
    busy: fetching.isPending,
    /** Rows fetched so far. */
    rows,
    failure: fetching.error,
  }
}
