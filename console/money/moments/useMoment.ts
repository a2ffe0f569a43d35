import { useNavigate, useSearch } from '@tanstack/react-router'
import { shortLocal } from '../../format/dates.ts'
import { useEscape } from '../../ui/browser/escape.ts'
import type { ListSearch } from '../transactions/filters.ts'
import { timeOf } from './moments.ts'

/** The moment at which the page is shown, from its address as `?at=`; null for now. Escape leads back to now. */
export function useMoment() {
  const { at } = useSearch({ from: '/shell/dashboard/txns/$id' })
  const navigate = useNavigate({ from: '/dashboard/txns/$id' })
  const time = timeOf(at)
  const show = (next: string | null) =>
    void navigate({
      search: ({ at: _, ...rest }: ListSearch) => ({ ...rest, ...(next !== null && { at: next }) }),
      replace: true,
      resetScroll: false,
    })
  useEscape(() => show(null), time !== null, 'page')
  return {
    at: time === null ? null : { text: at ?? '', time, words: `As of ${shortLocal(at)}` },
    show,
  }
}
