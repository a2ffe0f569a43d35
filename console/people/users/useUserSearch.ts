import { api } from '@portreeve/contract'
import { parseQuery } from '@portreeve/contract/base/query'
import { userFields } from '@portreeve/contract/base/query-fields'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useData } from '../../data/use-data.ts'
import { zonedQuery } from '../../format/days.ts'
import type { ReportOrder } from '../../format/reports.ts'

/** A submitted search. */
interface Search {
  readonly term: string
  /**
   * How a single result is opened automatically (USR-15). Null: not at all, after returning to this page. 'replace': the
   * search came from the URL, so this page leaves the history; otherwise Back would open the result again.
   */
  readonly jump: 'push' | 'replace' | null
}

// D-010: the main search excludes no person, and sends this explicitly.
export const inputOf = (term: string) => ({
  query: { search_term: zonedQuery(userFields, term), exclude_uid: '' },
})

const hasFilters = (term: string) => parseQuery(userFields, term).filters.length > 0

/** The search of people: the typed text, the submitted search and its answer. */
export function useUserSearch() {
  const { q, reports } = useSearch({ from: '/shell/dashboard/users' })
  const order = (reports ?? 'newest') as ReportOrder
  const { searched, __TSR_key: place } = useLocation().state
  const navigate = useNavigate()
  const [text, setText] = useState(searched ?? q ?? '')
  // USR-13: a query in the URL is searched at once.
  const [search, setSearch] = useState<Search | null>(
    searched !== undefined ? { term: searched, jump: null } : q ? { term: q, jump: 'replace' } : null,
  )
  // A saved view, which is a link within this page
  const [shownAt, setShownAt] = useState(place)
  if (place !== shownAt) {
    setShownAt(place)
    if (searched === undefined && q && q !== search?.term) {
      setText(q)
      setSearch({ term: q, jump: null })
    }
  }
  const found = useData(api.users.search, inputOf(search?.term ?? ''), {
    when: search !== null,
    isFresh: Boolean(search?.jump),
    // USR-21
    failed: { title: 'Request Status', message: 'There was an error searching users' },
  })

  const run = (term: string, jump: Search['jump'] = 'push') => {
    found.ask(inputOf(term))
    setText(term)
    setSearch({ term, jump })
    // Stored in the history state, so that Back from a person restores the results. The URL does not change (D-012), except for
    // filters, which are worth a link. The state also keeps Back from opening the single result of such a link.
    const linked = hasFilters(term) ? term : q && !hasFilters(q) ? q : undefined
    void navigate({
      to: '/dashboard/users',
      search: { ...(linked && { q: linked }), ...(order !== 'newest' && { reports: order }) },
      state: { searched: term },
      replace: true,
      resetScroll: false,
    })
  }
  return {
    order,
    text,
    setText,
    search,
    setSearch,
    found,
    /** The answer is that of the submitted search. */
    settled: search !== null && !found.busy,
    run,
  }
}
