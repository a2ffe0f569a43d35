import type { Endpoint } from '@portreeve/contract/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keyOf } from './queries.ts'

/** Fetches an endpoint's answers again when a value changes that another call returned: a job's end that has no event. */
export function useStaleWhen(endpoint: Endpoint, value: string | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (value !== undefined) void queries.invalidateQueries({ queryKey: keyOf(endpoint) })
  }, [queries, endpoint, value])
}
